/**
 * Returns the words of a name in lower case: `countedAt` and `COUNTED_AT` have the words `counted` and `at`. Digits are left out.
 */
export const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase())

/**
 * Contract files, features of the web and folders of the domain whose name is that of no server module, with the reason. At most
 * five.
 */
export const namedOtherwise: Readonly<Record<string, string>> = {
  health: 'about the process, which platform/http answers for itself',
  verifications: 'about the stored data of all modules, which the verify folder checks',
  csv: 'a file format, which every module may write',
  scope: 'the choice of period and units in the address of a page, which the web has in its folder scope',
  time: 'ranges, days and time zones, which every module uses',
}

/** Words of the trade of plants, in lower case. No name that the platform exports may contain any of them. */
export const tradeWords: ReadonlySet<string> = new Set(
  `machine machines equipment device devices shift shifts stop stops run runs cycle cycles unit units tag tags reason reasons
  kiosk kiosks schedule schedules interval intervals downtime telemetry reading readings quarantine batch firmware rollup
  rollups utilization roster rosters`.split(/\s+/),
)

/**
 * Words of the trade that are verbs if the name of a function begins with them: `stopServer`, `runChecks`. They are allowed
 * there.
 */
export const verbsAtFirst: ReadonlySet<string> = new Set(['stop', 'run', 'schedule', 'batch', 'shift', 'tag', 'cycle'])

/** Names of the platform that may contain a word of the trade, with the reason. At most five. */
export const tradeInPlatform: Readonly<Record<string, string>> = {
  KioskGrants: 'a kiosk display is a kind of caller, as a person or an API key is',
  KioskCaller: 'a kiosk display is a kind of caller, as a person or an API key is',
  KioskRule: 'the rule about callers that are kiosk displays',
  'page-of-kiosk': 'checks a caller that is a kiosk display',
}

/** Files of the server that may use names of the contract and of columns (snake_case), with the reason. */
export const wireNamesIn: Readonly<Record<string, string>> = {
  'packages/server/src/demo/history.ts': 'sends envelopes, as devices do',
  'packages/server/src/flow/advance.ts': 'names reasons of quarantine, which are values',
  'packages/server/src/flow/changed.ts': 'names parts of settings, which are values',
  'packages/server/src/modules/runs/settle-runs.ts': 'writes the message of the outbox that run-completed reads',
  'packages/server/src/modules/addins/sso.ts': 'signs claims that other programs read',
  'packages/server/src/modules/company/flags.ts': 'names flags, which are values',
  'packages/server/src/modules/live/publish-change.ts': 'makes messages of the live connection',
  'packages/server/src/modules/ingest/check-message.ts': 'reads the message of a device',
  'packages/server/src/platform/http/faults.ts': 'makes the body of an error',
}
