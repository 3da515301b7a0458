# SGLang's own reading of a request, and its own list of models, without an engine: WHEEL'S_FOLDER PORT.
# Of its wheel, protocol.py and serving_base.py run as they are; what they import beside that needs a GPU and is stood in for. The two
# routes of the list are taken line by line from http_server.py (0.5.23), and an answer says which adapter the engine would have used.
import importlib.util
import sys
import types
from pathlib import Path
from unittest.mock import MagicMock

folder, port = Path(sys.argv[1]), int(sys.argv[2])
openai = folder / "sglang" / "srt" / "entrypoints" / "openai"


class StandIn(types.ModuleType):
    __path__ = []

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return MagicMock()


def load(name, file):
    spec = importlib.util.spec_from_file_location(name, file)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


for name in [
    "sglang",
    "sglang.utils",
    "sglang.srt",
    "sglang.srt.entrypoints",
    "sglang.srt.entrypoints.openai",
    "sglang.srt.entrypoints.openai.encoding_dsv32",
    "sglang.srt.managers",
    "sglang.srt.managers.io_struct",
    "sglang.srt.observability",
    "sglang.srt.observability.req_time_stats",
    "sglang.srt.runtime_context",
    "sglang.srt.server_args",
]:
    sys.modules[name] = StandIn(name)
sys.modules["sglang.srt.entrypoints.openai.encoding_dsv32"].DS32EncodingError = ValueError
# Asked for by isinstance.
sys.modules["sglang.srt.server_args"].ServerArgs = type("ServerArgs", (), {})

protocol = load("sglang.srt.entrypoints.openai.protocol", openai / "protocol.py")
base = load("sglang.srt.entrypoints.openai.serving_base", openai / "serving_base.py")

import uvicorn
from fastapi import FastAPI
from fastapi.responses import ORJSONResponse, StreamingResponse

served = "llama-3-8b"
adapters = {"support-tone": "/adapters/support-tone", "legal/summary": "/adapters/legal"}


class Serving(base.OpenAIServingBase):
    def _request_id_prefix(self):
        return "chatcmpl-"

    def _convert_to_internal_request(self, request, raw_request=None):
        return request, request


tokenizer_manager = MagicMock()
tokenizer_manager.served_model_name = served
serving = Serving(tokenizer_manager)
app = FastAPI()


@app.get("/v1/models", response_class=ORJSONResponse)
def available_models():
    cards = [protocol.ModelCard(id=served, root=served, max_model_len=8192)]
    for name, path in adapters.items():
        cards.append(protocol.ModelCard(id=name, root=path, parent=served, max_model_len=None))
    return protocol.ModelList(data=cards)


@app.get("/v1/models/{model:path}", response_class=ORJSONResponse)
def retrieve_model(model: str):
    if model != served:
        error = {"message": f"The model '{model}' does not exist", "type": "invalid_request_error"}
        return ORJSONResponse(status_code=404, content={"error": {**error, "param": "model", "code": "model_not_found"}})
    return protocol.ModelCard(id=model, root=model, max_model_len=8192)


@app.post("/v1/chat/completions")
def chat(request: protocol.ChatCompletionRequest):
    adapter = serving._resolve_lora_path(request.model, request.lora_path)
    if adapter is not None and adapter not in adapters:
        message = f"The following requested LoRA adapters are not loaded: {adapter}"
        return ORJSONResponse(status_code=400, content={"object": "error", "message": message, "code": 400})
    text = f"I am {adapter or served}."
    choice = protocol.ChatCompletionResponseStreamChoice(
        index=0, delta=protocol.DeltaMessage(role="assistant", content=text), finish_reason="stop"
    )
    chunk = protocol.ChatCompletionStreamResponse(id="chatcmpl-1", created=1, choices=[choice], model=request.model)
    return StreamingResponse(
        iter([f"data: {chunk.model_dump_json()}\n\n", "data: [DONE]\n\n"]), media_type="text/event-stream"
    )


uvicorn.run(app, host="127.0.0.1", port=port, log_level="error")
