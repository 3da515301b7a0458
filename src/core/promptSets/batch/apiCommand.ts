import { headerVariable, keyVariable, shellUrl } from '../../requestCode/codeText.ts';
import { bashText, powershellText } from '../../requestCode/shellQuotes.ts';
import { type BatchCommand, inBash, inPowershell } from './commandParts.ts';

const endStates = '(completed|failed|expired|cancelled)';

/** Returns commands that send the files to a server with files and batches, wait, and fetch the results. */
export function apiInBash(command: BatchCommand): string[] {
  const headers = command.headerNames.map(
    (name) => ` --header ${bashText(`${name}: `)}"$${headerVariable(name)}"`,
  );
  const batch = `{\\"input_file_id\\": \\"$file\\", \\"endpoint\\": \\"/v1/chat/completions\\", \\"completion_window\\": \\"24h\\"}`;
  const { models } = command;
  return [
    `api=${bashText(shellUrl(command.apiUrl, ''))}`,
    `ask() { curl --fail-with-body --silent --show-error --header "Authorization: Bearer $${keyVariable}"${headers.join('')} "$@"; }`,
    `value() { grep -o "\\"$1\\": *\\"[^\\"]*\\"" | head -n 1 | cut -d '"' -f 4; }`,
    '# Send the files. What came of each is kept beside it, so that the second part can be pasted again later.',
    ...inBash(command, models, [
      'file=$(ask --form purpose=batch --form "file=@$name.jsonl" "$api/files" | value id) && [ -n "$file" ] &&',
      `ask --header 'Content-Type: application/json' --data "${batch}" "$api/batches" > "$name.batch.json"`,
    ]),
    '# Wait, and fetch the results.',
    ...inBash(command, models, [
      'id=$(value id < "$name.batch.json") && [ -n "$id" ] || continue',
      `until ask "$api/batches/$id" > "$name.batch.json" && grep -Eq '"status": *"${endStates}"' "$name.batch.json"; do sleep 30; done`,
      'for kind in output error; do',
      '  file=$(value "$kind"_file_id < "$name.batch.json")',
      '  if [ -n "$file" ]; then ask --output "$name.$kind.jsonl" "$api/files/$file/content"; fi',
      'done',
    ]),
  ];
}

export function apiInPowershell(command: BatchCommand): string[] {
  const headers = command.headerNames.flatMap((name) => {
    const variable = headerVariable(name);
    return ['--variable', `%${variable}`, '--expand-header', `${name}:{{${variable}}}`];
  });
  const key = ['--variable', `%${keyVariable}`, '--expand-oauth2-bearer', `{{${keyVariable}}}`];
  const options = ['--fail-with-body', '--silent', '--show-error', ...key, ...headers].map(powershellText);
  const { models } = command;
  return [
    `$api = ${powershellText(shellUrl(command.apiUrl, ''))}`,
    `$ask = ${options.join(', ')}`,
    '# Send the files. What came of each is kept beside it, so that the second part can be pasted again later.',
    ...inPowershell(command, models, [
      '$file = curl.exe @ask --form purpose=batch --form "file=@$name.jsonl" "$api/files" | ConvertFrom-Json',
      "$batch = @{ input_file_id = $file.id; endpoint = '/v1/chat/completions'; completion_window = '24h' } | ConvertTo-Json -Compress",
      '$batch | curl.exe @ask --header \'Content-Type:application/json\' --data-binary \'@-\' --output "$name.batch.json" "$api/batches"',
    ]),
    '# Wait, and fetch the results.',
    ...inPowershell(command, models, [
      'do {',
      '  $id = (Get-Content -Raw "$name.batch.json" | ConvertFrom-Json).id',
      '  curl.exe @ask --output "$name.batch.json" "$api/batches/$id"',
      '  $batch = Get-Content -Raw "$name.batch.json" | ConvertFrom-Json',
      `  if ($batch.status -notmatch '^${endStates}$') { Start-Sleep 30 }`,
      `} until ($batch.status -match '^${endStates}$')`,
      'if ($batch.output_file_id) { curl.exe @ask --output "$name.output.jsonl" "$api/files/$($batch.output_file_id)/content" }',
      'if ($batch.error_file_id) { curl.exe @ask --output "$name.error.jsonl" "$api/files/$($batch.error_file_id)/content" }',
    ]),
  ];
}
