import { type NamedKind, namedKinds } from '@millwatch/domain/audit'
import { nameIn, subjectWords } from './entry-words.ts'
import type { AuditEntry } from './queries.ts'

/** Fields of an entry that name its subject. */
export type NamedEntry = Pick<AuditEntry, 'subject' | 'before' | 'after' | 'names'>

const hasNames = (kind: string | undefined): boolean => namedKinds.includes(kind as NamedKind)

/**
 * Returns a function that gives a subject (`org_unit/17`) its words, for an entry where one is given: `Unit Rockford`, `Unit Rockford
 * (removed)`, `Unit 17 (removed)`, `Session 17`. Names of subjects that were deleted are those that `entries`, newest first, recorded.
 */
export function wordsOfSubjects(entries: readonly NamedEntry[]): (subject: string, entry?: NamedEntry) => string {
  const present = new Map(entries.flatMap(({ names }) => Object.entries(names)))
  const recorded = new Map<string, string>()
  for (const entry of entries) {
    const name = nameIn(entry)
    // The first entry is the newest.
    if (name !== undefined && !recorded.has(entry.subject)) recorded.set(entry.subject, name)
  }
  return (subject, entry) => {
    const [kind, id] = subject.split('/')
    const named = present.get(`${kind}/${id}`)
    if (named !== undefined) return `${subjectWords(subject, named.name)}${named.removed ? ' (removed)' : ''}`
    const last = (entry && nameIn(entry)) ?? recorded.get(subject)
    // Without an entry nothing says whether it is there.
    const isRemoved = id !== undefined && hasNames(kind) && (entry !== undefined || recorded.has(subject))
    return `${subjectWords(subject, last)}${isRemoved ? ' (removed)' : ''}`
  }
}
