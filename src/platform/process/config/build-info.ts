import { existsSync, readFileSync } from 'node:fs';

/** Version of the service, and the commit that it was built from. */
interface BuildInfo {
  readonly version: string;
  /** Empty where the service runs from its sources. */
  readonly commit: string;
}

/** Where the information is: in a build; for sources and for those compiled by tests, in the package. */
const PLACES = ['../../../../build-info.json', '../../../../package.json', '../../../../../package.json'];

function readBuildInfo(): BuildInfo {
  const file = PLACES.map((path) => new URL(path, import.meta.url)).find((url) => existsSync(url));
  const { version = 'unknown', commit = '' } = file
    ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<BuildInfo>)
    : {};
  return { version, commit };
}

/** Version and commit of this process. */
export const BUILD: BuildInfo = readBuildInfo();

/** Version and commit in one text, such as `0.2.0+862ed8c4bd83`. */
export const VERSION = [BUILD.version, BUILD.commit].filter(Boolean).join('+');
