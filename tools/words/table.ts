/** Names of variables that say nothing about the value of the variable. */
export const NO_VARIABLES: ReadonlySet<string> = new Set([
  'of',
  'is',
  'was',
  'what',
  'said',
  'told',
  'asked',
  'known',
  'own',
  'one',
])

/** Words with which no docstring may begin, because its sentence would have no subject, verb and object. */
export const NOT_FIRST: ReadonlySet<string> = new Set(['What', 'Who', 'Whose', 'How', 'Where', 'Whether', 'Of'])

const say = (instead: string, ...words: string[]): [string, string][] => words.map((word) => [word, instead])

/** Own words that a reader would not search for or understand, each with the plain words to use instead. */
export const PLAIN_WORDS: ReadonlyMap<string, string> = new Map([
  ...say('`compute`, `recompute` or `replay` (status from events)', 'retell', 'retold', 'retelling'),
  ...say('`compute`, `publish`, `notify`, `command` or `send`', 'tell', 'tells', 'told', 'telling'),
  ...say('`lastContact` or `lastSeen`', 'heard'),
  ...say('`interval` or `segment`', 'stretch', 'stretches'),
  ...say('`skeleton`', 'bone', 'bones'),
  ...say('`entry` of the time ledger', 'atom', 'atoms'),
  ...say('`pipeline`', 'river'),
  ...say('`rate`, `interval` or `budget`', 'road'),
  ...say('`listener`, `endpoint` or `adapter`', 'door', 'doors'),
  ...say('`reference` (a second implementation in tests)', 'naive', 'judge', 'judges', 'judged'),
  ...say('`contract tests`', 'proof'),
  ...say('`queue` (of batches) or `line` (of a chart)', 'lane', 'lanes'),
  ...say('`rate`, `interval` or `speed`', 'pace', 'paces'),
  ...say('`subscribe` or `onMessage`', 'hear', 'hears'),
  ...say('the thing whose state it is (`suspension`, `time in a unit`)', 'standing', 'standings'),
])

/** Names of types that two files of a package export on purpose, as `package:name`. At most five, each with its reason. */
export const SHARED_TYPE_NAMES: ReadonlySet<string> = new Set()
