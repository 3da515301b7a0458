/**
 * The validators whose refusals the service can give. Read off the running software: FastAPI with pydantic 1, Fastify, hono, zod,
 * webargs, express-openapi-validator and Joi. The others are written from what their documents and issues quote.
 */
export type Validator = keyof typeof validators;

/** What a validator finds wrong with a chat request. */
export interface Faulty {
  /** Fields that it doesn't know. */
  unknown: string[];
  /** Fields with a number above their limit. */
  tooLarge: { field: string; limit: number }[];
  /** All fields that it knows. */
  known: string[];
}

export interface ValidatorAnswer {
  status: number;
  /** Text is sent as plain text, as axum does. */
  body: unknown;
}

const openAi = (message: string, param: string | null, code: string | null): ValidatorAnswer => ({
  status: 400,
  body: { error: { message, type: 'invalid_request_error', param, code } },
});

/** All complaints at once, one per field. */
function each<T>(
  { unknown, tooLarge }: Faulty,
  ofUnknown: (field: string) => T,
  ofLarge: (field: string, limit: number) => T,
): T[] {
  return [...unknown.map(ofUnknown), ...tooLarge.map(({ field, limit }) => ofLarge(field, limit))];
}

const zodIssues = ({ unknown, tooLarge }: Faulty) => [
  ...tooLarge.map(({ field, limit }) => ({
    origin: 'number',
    code: 'too_big',
    maximum: limit,
    inclusive: true,
    path: [field],
    message: `Too big: expected number to be <=${limit}`,
  })),
  ...(unknown.length === 0
    ? []
    : [
        {
          code: 'unrecognized_keys',
          keys: unknown,
          path: [],
          message: `Unrecognized key${unknown.length > 1 ? 's' : ''}: ${unknown.map((one) => `"${one}"`).join(', ')}`,
        },
      ]),
];

const list = (names: string[]) => names.map((one) => `\`${one}\``).join(', ');

export const validators = {
  /** OpenAI names one field, by `param`. */
  openai({ unknown: [field], tooLarge: [large] }) {
    return field === undefined
      ? openAi(
          `Invalid '${large?.field}': decimal above maximum value. Expected a value <= ${large?.limit}, but got a larger one instead.`,
          large?.field ?? null,
          'decimal_above_max_value',
        )
      : openAi(`Unknown parameter: '${field}'.`, field, 'unknown_parameter');
  },
  /** OpenAI's older form, as at Azure: no `param`. */
  azure({ unknown, tooLarge: [large] }) {
    return unknown.length === 0
      ? openAi(`${large?.limit} is less than the given value - '${large?.field}'`, null, null)
      : openAi(`Unrecognized request argument supplied: ${unknown.join(', ')}`, null, null);
  },
  /** vLLM passes on pydantic's errors in Python's notation. */
  vllm(faulty) {
    const message = each(
      faulty,
      (field) =>
        `{'type': 'extra_forbidden', 'loc': ('body', '${field}'), 'msg': 'Extra inputs are not permitted', 'input': True}`,
      (field, limit) =>
        `{'type': 'value_error', 'loc': ('body', '${field}'), 'msg': 'Value error, ${field} must be at most ${limit}', 'input': 9}`,
    );
    const body = {
      object: 'error',
      message: `[${message.join(', ')}]`,
      type: 'BadRequestError',
      param: null,
      code: 400,
    };
    return { status: 400, body };
  },
  /** FastAPI with pydantic 2. */
  fastapi(faulty) {
    const detail = each<object>(
      faulty,
      (field) => ({
        type: 'extra_forbidden',
        loc: ['body', field],
        msg: 'Extra inputs are not permitted',
        input: { include_usage: true },
      }),
      (field, limit) => ({
        type: 'less_than_equal',
        loc: ['body', field],
        msg: `Input should be less than or equal to ${limit}`,
        input: 9,
        ctx: { le: limit },
      }),
    );
    return { status: 422, body: { detail } };
  },
  /** FastAPI with pydantic 1. */
  fastapi1(faulty) {
    const detail = each<object>(
      faulty,
      (field) => ({ loc: ['body', field], msg: 'extra fields not permitted', type: 'value_error.extra' }),
      (field, limit) => ({
        loc: ['body', field],
        msg: `ensure this value is less than or equal to ${limit}`,
        type: 'value_error.number.not_le',
        ctx: { limit_value: limit },
      }),
    );
    return { status: 422, body: { detail } };
  },
  /** serde behind axum, as in TGI: plain text, one complaint at a time, with the fields that it knows. */
  serde({ unknown: [field], tooLarge: [large], known }) {
    const what =
      field === undefined
        ? `${large?.field}: must be at most ${large?.limit}`
        : `unknown field \`${field}\`, expected one of ${list(known)}`;
    return {
      status: 422,
      body: `Failed to deserialize the JSON body into the target type: ${what} at line 1 column 60`,
    };
  },
  /** llama.cpp's server. */
  llamacpp({ unknown: [field], tooLarge: [large] }) {
    const message =
      field === undefined ? `${large?.field} is larger than ${large?.limit}` : `Unsupported param: ${field}`;
    return { status: 400, body: { error: { code: 400, message, type: 'invalid_request_error' } } };
  },
  /** hono with zod: the issues as JSON within the message. */
  hono(faulty) {
    const message = JSON.stringify(zodIssues(faulty), null, 2);
    return { status: 400, body: { success: false, error: { name: 'ZodError', message } } };
  },
  /** zod's issues as they are. */
  zod(faulty) {
    return { status: 400, body: { issues: zodIssues(faulty) } };
  },
  /** Fastify with Ajv: only the first complaint, and an unknown field without its name. */
  fastify({ unknown, tooLarge: [large] }) {
    const message =
      unknown.length > 0
        ? 'body must NOT have additional properties'
        : `body/${large?.field} must be <= ${large?.limit}`;
    return {
      status: 400,
      body: { statusCode: 400, code: 'FST_ERR_VALIDATION', error: 'Bad Request', message },
    };
  },
  /** Nest with class-validator: a list in `message`. */
  nest(faulty) {
    const message = each(
      faulty,
      (field) => `property ${field} should not exist`,
      (field, limit) => `${field} must not be greater than ${limit}`,
    );
    return { status: 400, body: { message, error: 'Bad Request', statusCode: 400 } };
  },
  /** Flask with webargs (marshmallow): lists by field. */
  webargs(faulty) {
    const entries = each(
      faulty,
      (field): [string, string[]] => [field, ['Unknown field.']],
      (field, limit) => [field, [`Must be less than or equal to ${limit}.`]],
    );
    return { status: 422, body: { errors: { json: Object.fromEntries(entries) } } };
  },
  /** express-openapi-validator. */
  openapi(faulty) {
    const errors = each<{ path: string; message: string; errorCode: string }>(
      faulty,
      (field) => ({
        path: `/body/${field}`,
        message: 'must NOT have additional properties',
        errorCode: 'additionalProperties.openapi.validation',
      }),
      (field, limit) => ({
        path: `/body/${field}`,
        message: `must be <= ${limit}`,
        errorCode: 'maximum.openapi.validation',
      }),
    );
    const [first] = errors;
    const place = first?.errorCode.startsWith('additional') ? '/body' : first?.path;
    return { status: 400, body: { message: `request${place} ${first?.message}`, errors } };
  },
  /** Joi's own message and details. */
  joi(faulty) {
    const details = each<{ message: string; path: string[]; type: string }>(
      faulty,
      (field) => ({ message: `"${field}" is not allowed`, path: [field], type: 'object.unknown' }),
      (field, limit) => ({
        message: `"${field}" must be less than or equal to ${limit}`,
        path: [field],
        type: 'number.max',
      }),
    );
    return { status: 400, body: { message: details.map(({ message }) => message).join('. '), details } };
  },
  /** A service that names the field in its own sentence. */
  plain({ unknown: [field], tooLarge: [large] }) {
    return {
      status: 400,
      body:
        field === undefined ? `${large?.field} must be at most ${large?.limit}` : `Unknown field: ${field}`,
    };
  },
} satisfies Record<string, (faulty: Faulty) => ValidatorAnswer>;
