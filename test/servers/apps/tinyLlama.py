# Makes a Llama so small that a CPU serves it, with a tokenizer trained on the spot and two LoRA adapters with random weights:
#   python tinyLlama.py FOLDER [weights]
# Without `weights`, the server makes up those of the base model.
import sys
from pathlib import Path

import torch
from peft import LoraConfig, get_peft_model
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

folder = Path(sys.argv[1])
sentences = """
Hello, how can we help? Your refund is on its way and arrives by Friday.
The order left our house on Monday. We are sorry for the delay and thank you for waiting.
Please send us the number of the order, so that we can look for it today.
You can change the address until the parcel leaves. After that we can only call the driver.
Could you tell me which product it was, where you bought it and what exactly went wrong with it?
Our team answers within one hour between eight and six, and at the weekend a little later.
I understand that this is not what you expected. Here is what happens next: a colleague calls you.
A new one costs nothing: we send it tomorrow, and you keep the old one.
"name" "parameters" "arguments" {"a": 1, "b": [true, false, null]} 0123456789 -.,:;!?'()/+_
"""

tokenizer = Tokenizer(models.BPE())
tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="never")
tokenizer.decoder = decoders.Metaspace(prepend_scheme="never")
special = ["<s>", "</s>", "<|user|>", "<|assistant|>", "<tool_call>", "</tool_call>"]
# A grammar for tool calls needs a plain space and a line break.
alphabet = ["\n", *(chr(sign) for sign in range(32, 127))]
tokenizer.train_from_iterator(
    sentences.splitlines(),
    trainers.BpeTrainer(vocab_size=384, initial_alphabet=alphabet, special_tokens=special),
)
fast = PreTrainedTokenizerFast(tokenizer_object=tokenizer, bos_token="<s>", eos_token="</s>")
fast.chat_template = (
    "{% for message in messages %}<|user|>{{ message['content'] }}{% endfor %}<|assistant|>"
)
base = folder / "tiny-llama"
fast.save_pretrained(base)

torch.manual_seed(1)
config = LlamaConfig(
    vocab_size=len(fast),
    hidden_size=128,
    intermediate_size=256,
    num_hidden_layers=2,
    num_attention_heads=4,
    num_key_value_heads=4,
    max_position_embeddings=2048,
    bos_token_id=0,
    eos_token_id=1,
    torch_dtype="float32",
    architectures=["LlamaForCausalLM"],
)
config.save_pretrained(base)
if "weights" in sys.argv:
    LlamaForCausalLM(config).save_pretrained(base)
for name in ["support-tone", "refund-tone"]:
    lora = LoraConfig(r=8, lora_alpha=4096, target_modules=["q_proj", "v_proj"], init_lora_weights=False)
    get_peft_model(LlamaForCausalLM(config), lora).save_pretrained(folder / name)
