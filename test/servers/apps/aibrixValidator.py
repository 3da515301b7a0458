# AIBrix's own validator of batch input, from its wheel alone: python aibrixValidator.py WHEEL FILE…
# Its package wants a GPU's worth of dependencies; the validator needs two names of them.
import asyncio
import enum
import sys
import types
import zipfile
from unittest import mock

wheel, *files = sys.argv[1:]


class Endpoint(enum.Enum):
    CHAT_COMPLETIONS = "/v1/chat/completions"
    COMPLETIONS = "/v1/completions"
    EMBEDDINGS = "/v1/embeddings"
    RERANK = "/v1/rerank"


class Storage:
    async def readline_iter(self, file):
        with open(file, encoding="utf-8") as lines:
            for line in lines:
                yield line


stubs = {
    "aibrix": types.ModuleType("aibrix"),
    "aibrix.batch": types.ModuleType("aibrix.batch"),
    "aibrix.batch.job_entity": types.SimpleNamespace(BatchJobEndpoint=Endpoint),
    "aibrix.logger": types.SimpleNamespace(init_logger=mock.MagicMock()),
    "aibrix.storage": types.ModuleType("aibrix.storage"),
    "aibrix.storage.base": types.SimpleNamespace(BaseStorage=Storage),
}
sys.modules.update(stubs)
code = zipfile.ZipFile(wheel).read("aibrix/batch/storage/input_validation.py")
validator = {"__name__": "input_validation"}
exec(compile(code, "input_validation.py", "exec"), validator)
for file in files:
    count, problem = asyncio.run(
        validator["validate_batch_input_file"](Storage(), file, Endpoint.CHAT_COMPLETIONS.value)
    )
    print(f"{count} requests, {problem or 'no fault'}")
