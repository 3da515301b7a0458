# Makes a Llama in llama.cpp's format, so small that a CPU serves it, with random weights and two LoRA adapters:
#   python tinyGguf.py FOLDER
import sys
from pathlib import Path

import gguf
import numpy as np

folder = Path(sys.argv[1])
width, inner, layers, heads, rank = 128, 256, 4, 4, 8
random = np.random.default_rng(1)


def weights(*shape, size=1.0):
    return (random.standard_normal(shape) * size).astype(np.float32)


# A sign is a token; what is none of these comes as bytes.
special = ["<unk>", "<s>", "</s>"]
numbers = [f"<0x{byte:02X}>" for byte in range(256)]
signs = ["\u2581", *(chr(sign) for sign in range(33, 127))]
kinds = [gguf.TokenType.UNKNOWN, *[gguf.TokenType.CONTROL] * 2, *[gguf.TokenType.BYTE] * 256, *[gguf.TokenType.NORMAL] * len(signs)]
tokens = special + numbers + signs


def write(name, fill, tensors):
    writer = gguf.GGUFWriter(folder / f"{name}.gguf", "llama")
    writer.add_name(name)
    fill(writer)
    for place, tensor in tensors.items():
        writer.add_tensor(place, tensor)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def base(writer):
    writer.add_type(gguf.GGUFType.MODEL)
    writer.add_context_length(32768)
    writer.add_embedding_length(width)
    writer.add_block_count(layers)
    writer.add_feed_forward_length(inner)
    writer.add_head_count(heads)
    writer.add_head_count_kv(heads)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(width // heads)
    writer.add_vocab_size(len(tokens))
    writer.add_tokenizer_model("llama")
    writer.add_tokenizer_pre("default")
    writer.add_token_list(tokens)
    writer.add_token_scores([0.0] * len(tokens))
    writer.add_token_types(kinds)
    writer.add_unk_token_id(0)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_add_space_prefix(False)
    writer.add_chat_template("{% for message in messages %}{{ message['role'] }}: {{ message['content'] }}\n{% endfor %}assistant: ")


def adapter(writer):
    writer.add_type(gguf.GGUFType.ADAPTER)
    writer.add_string("adapter.type", "lora")
    writer.add_float32("adapter.lora.alpha", 4.0 * rank)


head = weights(len(tokens), width, size=0.3)
# It says signs only.
head[: len(special) + len(numbers)] = 0
tensors = {
    "token_embd.weight": weights(len(tokens), width),
    "output_norm.weight": np.ones(width, np.float32),
    "output.weight": head,
}
for at in range(layers):
    block = f"blk.{at}"
    for norm in ["attn_norm", "ffn_norm"]:
        tensors[f"{block}.{norm}.weight"] = np.ones(width, np.float32)
    for part in ["attn_q", "attn_k", "attn_v", "attn_output"]:
        tensors[f"{block}.{part}.weight"] = weights(width, width, size=width**-0.5)
    for part in ["ffn_gate", "ffn_up"]:
        tensors[f"{block}.{part}.weight"] = weights(inner, width, size=width**-0.5)
    tensors[f"{block}.ffn_down.weight"] = weights(width, inner, size=inner**-0.5)
write("tiny-llama", base, tensors)
for name in ["support-tone", "refund-tone"]:
    parts = [f"blk.{at}.{part}.weight" for at in range(layers) for part in ["attn_q", "attn_v"]]
    pairs = {}
    for part in parts:
        pairs[f"{part}.lora_a"] = weights(rank, width, size=width**-0.5)
        pairs[f"{part}.lora_b"] = weights(width, rank, size=rank**-0.5)
    write(name, adapter, pairs)
