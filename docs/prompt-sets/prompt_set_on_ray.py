"""Asks an OpenAI-compatible server all requests of a batch file, on a Ray cluster: pip install "ray[data]". The key is read where
requests are sent: set HOSTED_MODELS_API_KEY before "ray start" on each node. Started again, it asks for what the output lacks."""
import argparse, email.utils, json, os, re, socket, time, urllib.error, urllib.parse, urllib.request
from concurrent.futures import ThreadPoolExecutor
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
import ray
BUSY, TRIES, SILENCE, LARGEST, HERE = (503, 429, 529), 6, 600, 32 << 20, ("localhost", "127.0.0.1", "::1")  # seconds, bytes
PASTED = re.compile(r"^\s*(authorization\s*:\s*)?[\s\"'`]*(bearer\s+)?|[\s\"'`]+$", re.I)  # Comes along with a key.
class Refused(Exception): ...  # Its text is ours; that of others may quote what was to be sent, the key included.
class AsItIs(urllib.request.HTTPErrorProcessor):  # A redirect is an answer like any other: the key goes nowhere else.
    http_response = https_response = lambda self, request, response: response

def headers_of(names: list[str]) -> dict[str, str]:
    headers, key = {"Content-Type": "application/json"}, "HOSTED_MODELS_API_KEY"
    for name in names + (["Authorization"] if os.environ.get(key) else []):
        variable = key if name == "Authorization" else "HOSTED_MODELS_HEADER_" + re.sub("[^A-Z0-9]", "_", name.upper())
        value = (PASTED if variable == key else re.compile(r"^\s+|\s+$")).sub("", os.environ.get(variable, "\0"))
        if not re.fullmatch(r"[\x21-\x7e]*" if variable == key else r"[\t\x20-\x7e]*", value):
            raise Refused(f"{variable} is not set, or has characters that can't be sent in a header.")
        headers[name] = f"Bearer {value}" if variable == key else value
    return headers

def send(body: dict, args: argparse.Namespace) -> dict:
    url, is_here = args.base_url.rstrip("/") + "/chat/completions", urllib.parse.urlsplit(args.base_url).hostname in HERE
    opener = urllib.request.build_opener(AsItIs, *([urllib.request.ProxyHandler({})] if is_here else []))
    request = urllib.request.Request(url, json.dumps(body).encode(), headers_of(args.header))
    for attempt in range(1, TRIES + 1):
        try:
            with opener.open(request, timeout=SILENCE) as reply:
                status, head, text = reply.status, reply.headers, reply.read(LARGEST).decode("utf-8", "replace")
        except urllib.error.URLError as error:
            if attempt == TRIES or not isinstance(error.reason, (ConnectionRefusedError, socket.gaierror)):
                raise error.reason if isinstance(error.reason, OSError) else error  # Sent again, it might be paid twice.
            status, head, text = BUSY[0], {}, ""
        if status not in BUSY or attempt == TRIES:
            said = json.loads(text) if "json" in head.get("Content-Type", "") else {"error": {"message": text[:1000]}}
            return {"status_code": status, "request_id": head.get("X-Request-Id"), "body": said}
        wait = head.get("Retry-After", str(2 ** (attempt - 1)))
        date = None if wait.isdigit() else email.utils.parsedate_to_datetime(wait).timestamp()
        time.sleep(min(max(date - time.time() if date else float(wait), 0), SILENCE))

def ask(line: str, args: argparse.Namespace) -> str:
    row, response, error = json.loads(line), None, None
    try:
        response = send(row["body"], args)
    except Exception as failure:  # It is this row's alone.
        known = failure if isinstance(failure, Refused) else getattr(failure, "reason", None) or type(failure).__name__
        error = {"code": type(failure).__name__, "message": str(known)}
    return json.dumps({"id": f"ray-{row['custom_id']}", "custom_id": row["custom_id"], "response": response, "error": error})

def ask_all(batch: dict, args: argparse.Namespace) -> dict:
    with ThreadPoolExecutor(max(1, args.concurrency // args.workers)) as pool:
        return {"line": list(pool.map(lambda line: ask(str(line), args), batch["text"]))}

def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("input", help="the file of requests")
    parser.add_argument("output", help="the file that results are added to")
    parser.add_argument("--base-url", required=True, help="such as https://models.example/v1")
    parser.add_argument("--concurrency", type=int, default=16, help="requests at once, on all nodes together")
    parser.add_argument("--workers", type=int, default=2, help="processes that send them, on any node")
    parser.add_argument("--header", action="append", default=[], help="one more, from HOSTED_MODELS_HEADER_<NAME>")
    parser.add_argument("--allow-http", action="store_true", help="send prompts and the key unencrypted")
    args, done, end = parser.parse_args(), set(), 0
    url, _ = urllib.parse.urlsplit(args.base_url), headers_of([])  # A key that can't be sent ends all at once.
    if url.username or not (url.scheme == "https" or url.scheme == "http" and (args.allow_http or url.hostname in HERE)):
        parser.error("--base-url must be an https address without a user name, or http on this machine")
    with open(args.input, "rb") as requests, open(args.output, "a+", 1, newline="\n") as output:  # Only the driver writes it.
        for line in (line for line in open(args.output) if line.endswith("\n")):
            done.add(json.loads(line)["custom_id"])
            end += len(line)
        output.truncate(end)  # A killed driver may have left a line half-written.
        blocks = (sum(1 for _ in requests) - len(done)) * args.workers // (8 * args.concurrency)
        rows = ray.data.read_text(f"local://{os.path.abspath(args.input)}")
        rows = rows.filter(lambda row: json.loads(row["text"])["custom_id"] not in done).repartition(max(1, blocks))
        answers = rows.map_batches(lambda batch: ask_all(batch, args), batch_size=None, concurrency=args.workers)
        for batch in answers.iter_batches(batch_size=None):
            output.write("".join(f"{line}\n" for line in batch["line"]))  # Line by line, and all of it is ASCII.

if __name__ == "__main__": main()
