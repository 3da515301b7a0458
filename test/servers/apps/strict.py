# FastAPI: a chat endpoint that knows no field but the specification's; run by uvicorn.
from typing import Any, List, Optional

from fastapi import FastAPI
from pydantic import VERSION, BaseModel, Field

app = FastAPI()


class Chat(BaseModel):
    model: str
    messages: List[Any]
    temperature: Optional[float] = Field(default=None, le=1)
    # pydantic 2 has another way to refuse unknown fields than 1.
    if VERSION.startswith("1."):

        class Config:
            extra = "forbid"

    else:
        model_config = {"extra": "forbid"}


@app.post("/api/v1/chat/completions")
def complete(chat: Chat):
    message = {"role": "assistant", "content": "Hello from a strict server"}
    return {"object": "chat.completion", "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}


@app.get("/api/v1/lora")
def loras():
    return [{"name": "tuned", "unit_price": 1}]
