import { actionsOf, readWorkflow } from './workflowRules.ts';

export interface Release {
  /** `package.json` */
  manifest: Record<string, unknown>;
  /** The version in `package-lock.json`. */
  lockedVersion: unknown;
  changelog: string;
  /** README and SECURITY, by name: they have sentences that become untrue on the day of publishing. */
  pages: ReadonlyMap<string, string>;
  /** `.github/ISSUE_TEMPLATE/config.yml` */
  issueConfig: string;
  /** Whether the README's pictures show an earlier state of the product. */
  hasOldPictures: boolean;
  /** The texts in `.github/workflows`, by name. */
  workflows: ReadonlyMap<string, string>;
  /** As `v0.2.0`, once there is one. */
  tag?: string | undefined;
}

/** Returns why this can't be published, one line per cause. */
export function publishProblems(release: Release): string[] {
  return [
    ...manifestProblems(release.manifest),
    ...versionProblems(release),
    ...untruths.flatMap(([page, text]) =>
      release.pages.get(page)?.includes(text) ? [`${page}: "${text}" becomes untrue on publishing`] : [],
    ),
    ...(release.issueConfig.includes('/security/advisories/new')
      ? []
      : ['config.yml of the issue templates: it has no link for vulnerabilities']),
    ...[...release.workflows].flatMap(([name, text]) => unpinnedActions(name, text)),
  ];
}

const untruths = [
  ['README.md', 'Install from VSIX'],
  ['SECURITY.md', 'has no public address yet'],
] as const;

/** Addresses that no real project has: RFC 2606, RFC 6761. */
const reserved = /(?:^|\.)(?:example(?:\.(?:com|net|org))?|test|invalid|localhost)$/iu;

function isRealAddress(value: unknown): boolean {
  const field = typeof value === 'object' && value !== null && 'url' in value ? value.url : value;
  if (typeof field !== 'string' || !URL.canParse(field)) return false;
  const { protocol, hostname, pathname } = new URL(field.replace(/^git\+/u, ''));
  return protocol === 'https:' && !reserved.test(hostname) && pathname.length > 1;
}

function manifestProblems(manifest: Release['manifest']): string[] {
  const { publisher } = manifest;
  return [
    ...['repository', 'bugs', 'homepage']
      .filter((field) => !isRealAddress(manifest[field]))
      .map((field) => `package.json: "${field}" is not the https address of a real place`),
    ...(typeof publisher === 'string' && /^[a-z\d][a-z\d-]*$/iu.test(publisher)
      ? []
      : ['package.json: "publisher" is not set']),
    // The mark of the placeholder: whoever registers the publisher takes it away.
    ...(manifest['private'] !== true
      ? []
      : ['package.json: "private" says that "publisher" is a placeholder; see docs/release.md']),
  ];
}

function versionProblems({ manifest, lockedVersion, changelog, hasOldPictures, tag }: Release): string[] {
  const version = String(manifest['version']);
  return [
    ...(lockedVersion === version
      ? []
      : [`package-lock.json: the version is ${lockedVersion}, not ${version}`]),
    ...sectionProblems(changelog, version),
    ...(hasSection(changelog, 'Unreleased')
      ? [`CHANGELOG.md: "Unreleased" has text, which belongs to ${version}`]
      : []),
    ...(hasOldPictures ? ['docs/pictures: older than the product; run "npm run screenshots"'] : []),
    ...(tag === undefined || tag === `v${version}` ? [] : [`the tag is ${tag}, the version ${version}`]),
  ];
}

/** Returns the text below `## [1.2.3] …` or `## 1.2.3 …`, without the heading; empty if there is none. */
export function changelogSection(changelog: string, version: string): string {
  const lines = changelog.split(/\r?\n/u);
  const isOwn = (line: string): boolean => /^## \[?([\w.-]+)/u.exec(line)?.[1] === version;
  const from = lines.findIndex(isOwn) + 1;
  if (from === 0) return '';
  const length = lines.slice(from).findIndex((line) => /^## |^\[[^\]]+\]: /u.test(line));
  return lines
    .slice(from, length < 0 ? undefined : from + length)
    .join('\n')
    .trim();
}

function hasSection(changelog: string, version: string): boolean {
  return /^[^#\s]/mu.test(changelogSection(changelog, version));
}

function sectionProblems(changelog: string, version: string): string[] {
  if (!hasSection(changelog, version)) return [`CHANGELOG.md: there is no section with text for ${version}`];
  const dated = changelog
    .split(/\r?\n/u)
    .flatMap((line) => /^## \[?([\w.]+)\]? - \d{4}-\d\d-\d\d$/u.exec(line)?.[1] ?? []);
  return dated.includes(version) ? [] : [`CHANGELOG.md: the section for ${version} has no date`];
}

function unpinnedActions(name: string, text: string): string[] {
  return [...new Set(actionsOf(readWorkflow(text)))]
    .filter((uses) => !/@[0-9a-f]{40}$/u.test(uses))
    .map((uses) => `${name}: ${uses} has no full commit hash`);
}
