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
 * *Report Issue…*: if the manifest names an issue address, opens VS Code's own reporter, which leads there, or the address
 * itself beside a text for it; otherwise a text to send by hand.
 * Nothing leaves this machine unless the user sends it.
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
  if (address !== undefined && (await openReporter(parts.extension.id, data))) return;
  const content = issueText(address, data);
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
  await vscode.window.showTextDocument(document, { preview: false });
  if (address !== undefined) await vscode.env.openExternal(vscode.Uri.parse(address));
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
async function openReporter(extensionId: string, data: string): Promise<boolean> {
  const issueBody = t('What did you do, what happened, and what did you expect?');
  try {
    const issue = { extensionId, issueBody, data };
    await vscode.commands.executeCommand('workbench.action.openIssueReporter', issue);
    return true;
  } catch {
    void sayInfo(t("VS Code's issue reporter can't be used here. Copy the text into the page that opens."));
    return false;
  }
}

function issueText(address: string | undefined, data: string): string {
  const where =
    address === undefined
      ? t(
          'Nothing was sent. This version of Hosted Models has no address for issues yet: fill in the text below and send it to the people who gave you the extension. If it is the service that is at fault, send it to those who run the service.',
        )
      : t('Nothing was sent. Fill in the text below and open an issue with it at {0}.', address);
  return [
    where,
    '',
    `## ${t('What did you do?')}`,
    '',
    '',
    `## ${t('What happened, and what did you expect?')}`,
    '',
    '',
    // Its heading becomes one of our subheadings.
    `#${data}`,
    '',
  ].join('\n');
}
