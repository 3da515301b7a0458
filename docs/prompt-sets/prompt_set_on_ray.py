"""Asks an OpenAI-compatible server all requests of a batch file, on a Ray cluster: pip install "ray[data]". The key is read where
requests are sent: set HOSTED_MODELS_API_KEY before "ray start" on each node. Started again, it asks for what the output lacks."""
import argparse, email.utils, json, os, re, ssl, time, urllib.error, urllib.parse, urllib.request
from concurrent.futures import ThreadPoolExecutor
from typing import Any
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
import ray
BUSY, TRIES, SILENCE, LARGEST = (429, 503, 529), 6, 600, 32 * 1024 * 1024  # seconds; bytes of an answer

class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None: ...  # It is an answer like any other: the key goes nowhere else.

def send(body: Any, args: argparse.Namespace) -> dict[str, Any]:
    headers = {name: os.environ["HOSTED_MODELS_HEADER_" + re.sub("[^A-Z0-9]", "_", name.upper())] for name in args.header}
    if key := os.environ.get("HOSTED_MODELS_API_KEY"):
        headers["Authorization"] = f"Bearer {key}"
    opener, url = urllib.request.build_opener(NoRedirect), args.base_url.rstrip("/") + "/chat/completions"
    request = urllib.request.Request(url, json.dumps(body).encode(), headers | {"Content-Type": "application/json"})
    for attempt in range(TRIES):
        wait, is_last = str(2**attempt), attempt + 1 == TRIES
        try:
            reply = opener.open(request, timeout=SILENCE)
        except urllib.error.HTTPError as error:
            reply = error
        except urllib.error.URLError as error:  # Nothing was sent.
            if is_last or isinstance(error.reason, ssl.SSLError):
                raise
            time.sleep(float(wait))
            continue
        with reply:
            status, head, text = reply.status, reply.headers, reply.read(LARGEST).decode("utf-8", "replace")
        if status not in BUSY or is_last:
            break
        wait = head.get("Retry-After", wait)
        date = None if wait.isdigit() else email.utils.parsedate_to_datetime(wait).timestamp()
        time.sleep(min(max(date - time.time() if date else float(wait), 0), SILENCE))
    said = json.loads(text) if "json" in head.get("Content-Type", "") else {"error": {"message": text[:1000]}}
    return {"status_code": status, "request_id": head.get("X-Request-Id"), "body": said}

def ask(line: str, args: argparse.Namespace) -> str:
    row, response, error = json.loads(line), None, None
    try:
        response = send(row["body"], args)
    except Exception as failure:  # It is this row's alone.
        error = {"code": type(failure).__name__, "message": str(failure)[:1000]}
    return json.dumps({"id": f"ray-{row['custom_id']}", "custom_id": row["custom_id"], "response": response, "error": error})

def ask_all(batch: dict[str, Any], args: argparse.Namespace) -> dict[str, list[str]]:
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
    url, here = urllib.parse.urlsplit(args.base_url), ("localhost", "127.0.0.1", "::1")
    if url.username or not (url.scheme == "https" or url.scheme == "http" and (args.allow_http or url.hostname in here)):
        parser.error("--base-url must be an https address without a user name, or http on this machine")
    with open(args.input, "rb") as requests, open(args.output, "a+b") as output:  # Only the driver writes it.
        output.seek(0)
        for line in (line for line in output if line.endswith(b"\n")):
            done.add(json.loads(line)["custom_id"])
            end += len(line)
        output.truncate(end)  # A killed driver may have left a line half-written.
        blocks = (sum(1 for _ in requests) - len(done)) * args.workers // (8 * args.concurrency)
        rows = ray.data.read_text(f"local://{os.path.abspath(args.input)}")
        rows = rows.filter(lambda row: json.loads(row["text"])["custom_id"] not in done).repartition(max(1, blocks))
        answers = rows.map_batches(lambda batch: ask_all(batch, args), batch_size=None, concurrency=args.workers)
        for batch in answers.iter_batches(batch_size=None):
            output.write("".join(f"{line}\n" for line in batch["line"]).encode())
            output.flush()

if __name__ == "__main__":
    main()
