# Stands in for Ray where tests run: the same calls, on one thread.
import sys
import types


class Dataset:
    def __init__(self, rows):
        self.rows = rows

    def filter(self, keeps):
        return Dataset([row for row in self.rows if keeps(row)])

    def repartition(self, blocks):
        assert blocks > 0
        return self

    def map_batches(self, work, batch_size, concurrency):
        assert batch_size is None and concurrency > 0
        parts = [self.rows[at : at + 4] for at in range(0, len(self.rows), 4)]
        return types.SimpleNamespace(
            iter_batches=lambda batch_size: (work({"text": [row["text"] for row in part]}) for part in parts)
        )


def read_text(path):
    with open(path.removeprefix("local://"), encoding="utf-8") as file:
        return Dataset([{"text": line.rstrip("\n")} for line in file])


data = types.SimpleNamespace(read_text=read_text)
