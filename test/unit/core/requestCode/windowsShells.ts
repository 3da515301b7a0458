/** How a line pasted into a Windows shell becomes the arguments of the program that it runs: each shell's rules as a table. */

type Variables = Readonly<Record<string, string>>;

/**
 * The commands that cmd runs for a line: first `%NAME%` becomes the variable's value, then special characters count outside of quotes
 * (https://ss64.com/nt/syntax-esc.html; cmd /?; https://stackoverflow.com/a/4095133, phases 1 and 2, for the command line). What
 * redirects or groups throws: no line of ours may do that.
 */
export function cmdCommands(line: string, variables: Variables): string[] {
  if (line.length > 8191) throw new Error('cmd reads no line of more than 8,191 characters.');
  const commands = [''];
  let isQuoted = false;
  const expanded = expandPercent(line, variables);
  for (let at = 0; at < expanded.length; at += 1) {
    const sign = expanded[at] ?? '';
    if (sign === '"') isQuoted = !isQuoted;
    if (!isQuoted && /[<>()]/.test(sign)) throw new Error(`cmd acts on ${sign}`);
    if (!isQuoted && /[&|\n]/.test(sign)) commands.push('');
    else if (!isQuoted && sign === '^') {
      at += 1;
      commands.push(`${commands.pop()}${expanded[at] ?? ''}`);
    } else commands.push(`${commands.pop()}${sign}`);
  }
  return commands.map((command) => command.trim()).filter(Boolean);
}

// On the command line an unknown variable stays as it is, and the search goes on after its first %.
function expandPercent(line: string, variables: Variables): string {
  return line.replace(/%([^%\n]+)%/g, (whole: string, name: string) => {
    const value = variables[name.toUpperCase()];
    return value ?? `%${expandPercent(whole.slice(1), variables)}`;
  });
}

/** The command that `cmd /d /s /c "…"` runs: what is between the first quote and the last one (cmd /?). */
export function commandOfCmd(commandLine: string): string {
  const [, command] = /^cmd \/d \/s \/c "(.*)"$/s.exec(commandLine) ?? [];
  if (command === undefined) throw new Error(`This does not start cmd: ${commandLine}`);
  return command;
}

/** Arguments as Microsoft's C runtime reads them: https://learn.microsoft.com/cpp/c-language/parsing-c-command-line-arguments. */
export function runtimeArguments(commandLine: string): string[] {
  const found: string[] = [];
  let current: string | undefined;
  let isQuoted = false;
  for (let at = 0; at < commandLine.length; at += 1) {
    const sign = commandLine[at] ?? '';
    const [slashes = ''] = /^\\+(?=")/.exec(commandLine.slice(at)) ?? [];
    if (slashes !== '') {
      current = (current ?? '') + '\\'.repeat(slashes.length / 2);
      at += slashes.length;
      if (slashes.length % 2 === 1) current += '"';
      else at -= 1;
    } else if (sign === '"') {
      current ??= '';
      if (isQuoted && commandLine[at + 1] === '"') {
        current += '"';
        at += 1;
      } else isQuoted = !isQuoted;
    } else if (!isQuoted && /[ \t]/.test(sign)) {
      if (current !== undefined) found.push(current);
      current = undefined;
    } else current = (current ?? '') + sign;
  }
  if (isQuoted) throw new Error('A quote stays open.');
  return current === undefined ? found : [...found, current];
}

/**
 * Splits a line of PowerShell into words (about_Quoting_Rules, about_Parsing): a quote within a string is doubled, and typographic
 * quotes count as quotes. Throws at anything but a plain word or a string.
 */
export function powershellWords(line: string): string[] {
  const words: string[] = [];
  const word =
    /\s*(?:(?:"|[\u201c-\u201e])((?:[^"\u201c-\u201e`$]|(?:"|[\u201c-\u201e]){2})*)(?:"|[\u201c-\u201e])|['\u2018-\u201b]((?:[^'\u2018-\u201b]|['\u2018-\u201b]{2})*)['\u2018-\u201b]|([\w./:-]+))(?=\s|$)/uy;
  while (word.lastIndex < line.length) {
    const at = word.lastIndex;
    const found = word.exec(line);
    if (!found) throw new Error(`PowerShell reads something else: ${line.slice(at, at + 60)}`);
    const [, double, single, bare] = found;
    words.push(
      double?.replace(/(["\u201c-\u201e]){2}/gu, '$1') ??
        single?.replace(/(['\u2018-\u201b]){2}/gu, '$1') ??
        bare ??
        '',
    );
  }
  return words;
}

/**
 * The command line that Windows PowerShell 5.1 makes of a program's arguments, or PowerShell 7 of cmd's (about_Preference_Variables,
 * $PSNativeCommandArgumentPassing): those with a blank outside of quotes get quotes, and nothing is escaped.
 */
export function legacyLine(words: readonly string[]): string {
  return words
    .map((word) => (/\s/.test(word.replace(/\\"/g, '').replace(/"[^"]*"/g, '')) ? `"${word}"` : word))
    .join(' ');
}

/** The program's arguments in any version of PowerShell, if none contains a quote: https://github.com/PowerShell/PowerShell/issues/1995. */
export function plainArguments(words: readonly string[]): string[] {
  const quoted = words.find((word) => word.includes('"'));
  if (quoted !== undefined) throw new Error(`PowerShell 5.1 and 7.3 pass this differently: ${quoted}`);
  return runtimeArguments(legacyLine(words));
}
