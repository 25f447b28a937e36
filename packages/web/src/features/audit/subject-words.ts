import { type NamedKind, namedKinds } from '@millwatch/domain/audit'
import { nameIn, subjectWords } from './entry-words.ts'
import type { AuditEntry } from './queries.ts'

/** Fields of an audit entry from which its subject gets a name. */
export type NamedEntry = Pick<AuditEntry, 'subject' | 'before' | 'after' | 'names'>

const hasNames = (kind: string | undefined): boolean => namedKinds.includes(kind as NamedKind)

/**
 * Returns a function that writes a subject (`org_unit/17`) in words: `Unit Rockford`, `Unit Rockford (removed)`, `Unit 17
 * (removed)`, `Session 17`. It uses the present name, else the name in the entry that is passed to it, else the latest name in
 * `entries`, which are newest first.
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
