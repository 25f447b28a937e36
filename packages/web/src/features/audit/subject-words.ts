import { nameIn, subjectWords } from './entry-words.ts'

/** Entry of the log that may have the name of its subject. */
export interface NamedEntry {
  readonly subject: string
  readonly before: unknown
  readonly after: unknown
}

/** Present names by id of all subjects of a kind (`org_unit`); a kind is undefined until it is read. */
type Present = Readonly<Record<string, readonly (readonly [id: number, name: string])[] | undefined>>

/**
 * Returns a function that gives a subject (`org_unit/17`) its words, for an entry where one is given: `Unit Rockford`, `Unit Rockford
 * (removed)`, `Unit 17 (removed)`, and `Unit 17` while it is not known if it is there. Names of removed subjects come from `entries`.
 */
export function wordsOfSubjects(
  present: Present,
  entries: readonly NamedEntry[],
): (subject: string, entry?: NamedEntry) => string {
  const names = new Map<string, string>(
    Object.entries(present).flatMap(([kind, all = []]) => all.map(([id, name]) => [`${kind}/${id}`, name] as const)),
  )
  const recorded = new Map<string, string>()
  for (const entry of entries) {
    const name = nameIn(entry)
    // The first entry is the newest.
    if (name !== undefined && !recorded.has(entry.subject)) recorded.set(entry.subject, name)
  }
  return (subject, entry) => {
    const name = names.get(subject)
    if (name !== undefined) return subjectWords(subject, name)
    const [kind = ''] = subject.split('/')
    const last = (entry && nameIn(entry)) ?? recorded.get(subject)
    return `${subjectWords(subject, last)}${present[kind] === undefined ? '' : ' (removed)'}`
  }
}
