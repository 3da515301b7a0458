import type { DiagnosisCommandParts, DiagnosisCommands } from './diagnosisCommands.ts';

/** The commands of the diagnosis; their code is a chunk of its own, loaded when the first of them is used. */
export class LazyDiagnosis {
  readonly #parts: DiagnosisCommandParts;
  #commands: Promise<DiagnosisCommands> | undefined;

  constructor(parts: DiagnosisCommandParts) {
    this.#parts = parts;
  }

  async diagnose(from?: unknown): Promise<void> {
    return (await this.#load()).diagnose(from);
  }

  async reportIssue(): Promise<void> {
    return (await this.#load()).reportIssue();
  }

  #load(): Promise<DiagnosisCommands> {
    this.#commands ??= import('./diagnosisCommands.ts').then(
      (loaded) => new loaded.DiagnosisCommands(this.#parts),
    );
    return this.#commands;
  }
}
