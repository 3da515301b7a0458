import * as v from 'valibot';
import * as vscode from 'vscode';
import { sayInfo } from '../shared/messages.ts';
import { parsed } from '../shared/parsed.ts';
import { t } from '../shared/text/t.ts';
import { clockTime } from '../shared/text/time.ts';

/** The last report of this session. */
export interface LatestReport {
  connection: string;
  /** Unix milliseconds. */
  at: number;
  text: string;
}

interface IssueParts {
  extension: Pick<vscode.Extension<unknown>, 'id' | 'packageJSON'>;
  /** Where the extension runs, in lines. */
  place: readonly string[];
  latest: LatestReport | undefined;
  /** Makes a newer report; `undefined` if there is no connection to diagnose. */
  diagnose: (() => Promise<LatestReport | undefined>) | undefined;
}

const link = v.optional(v.union([v.string(), v.object({ url: v.optional(v.string()) })]));
const manifestSchema = v.object({ bugs: link, repository: link });

/**
 * *Report Issue…*: opens VS Code's reporter, which leads to the issue address of the manifest; where there is none of the two,
 * copies the text and says where to. Nothing leaves this machine unless the user sends it.
 */
export async function reportIssue(parts: IssueParts): Promise<void> {
  const report = await chooseReport(parts);
  if (report === 'left') return;
  // VS Code's reporter reads only these two fields.
  const { bugs, repository } = parsed(manifestSchema, parts.extension.packageJSON) ?? {};
  const urlOf = (one: typeof bugs) => (typeof one === 'string' ? one : one?.url);
  const address = urlOf(bugs) ?? urlOf(repository);
  const versions = parts.place.map((line) => `- ${line}`);
  const data = report?.text ?? [`# ${t('Versions')}`, '', ...versions].join('\n');
  const questions = [t('What did you do?'), t('What happened, and what did you expect?')];
  const issueBody = questions.map((question) => `## ${question}\n\n\n`).join('');
  if (address !== undefined && (await openReporter({ extensionId: parts.extension.id, issueBody, data })))
    return;
  // The heading of the data becomes one of our subheadings.
  await vscode.env.clipboard.writeText(`${issueBody}#${data}`);
  if (address === undefined) {
    void sayInfo(
      t('Copied: send it to the people who gave you the extension. This version has no address for issues.'),
    );
  } else {
    void sayInfo(
      t("Copied, as VS Code's issue reporter can't be used here: paste it into the page that opens."),
    );
    await vscode.env.openExternal(vscode.Uri.parse(address));
  }
}

async function chooseReport({ latest, diagnose }: IssueParts): Promise<LatestReport | undefined | 'left'> {
  if (!latest && !diagnose) return undefined;
  const withLatest = latest && {
    label: t('With the diagnosis of {0}', latest.connection),
    description: clockTime(latest.at),
    iconPath: new vscode.ThemeIcon('output'),
  };
  const again = latest ? t('Diagnose again first') : t('Diagnose a connection first');
  const first = diagnose && { label: again, iconPath: new vscode.ThemeIcon('pulse') };
  const label = t('Without a diagnosis');
  const without = { label, iconPath: new vscode.ThemeIcon('circle-slash') };
  const items = [withLatest, first, without].filter((item) => item !== undefined);
  const chosen = await vscode.window.showQuickPick(items, {
    title: t('Report Issue'),
    placeHolder: t('A diagnosis of the connection helps find the cause'),
  });
  if (!chosen) return 'left';
  if (chosen === without) return undefined;
  if (chosen === withLatest) return latest;
  const made = await diagnose?.();
  return made === latest ? 'left' : made;
}

/** Returns false if VS Code's reporter is disabled or rejects our address. */
async function openReporter(issue: {
  extensionId: string;
  issueBody: string;
  data: string;
}): Promise<boolean> {
  try {
    await vscode.commands.executeCommand('workbench.action.openIssueReporter', issue);
    return true;
  } catch {
    return false;
  }
}
