import { useEntry } from '../../lib/stored-entries.ts'
import { type StopThing, subjectOf } from './kept-annotation.ts'

type Values = { readonly reason: number | null; readonly notes: string | null; readonly ignored: boolean }

const fields = { reason: 'status_reason_id', notes: 'notes', ignored: 'xsf_report_ignored' } as const

/** Entry of a person for one thing on a stop that the data of the page does not show yet. */
interface Unsent<Value> {
  /** Value that the stop has when it is stored; undefined: the server refused it, so that the stop keeps what it has. */
  readonly value: Value | undefined
  /** State for people; undefined: it is stored. */
  readonly state: 'saving' | 'not saved yet' | 'not saved' | undefined
  /** Reason of a refusal. */
  readonly refused: string | undefined
}

/** Returns the reason or notes that a person entered here and that the data of the page does not show yet; undefined: none. */
export function useUnsent<Thing extends StopThing>(stopId: number, thing: Thing): Unsent<Values[Thing]> | undefined {
  const found = useEntry(subjectOf(stopId, thing))
  if (found === undefined) return undefined
  const { entry, isStored } = found
  const { refused, hasWaited } = entry
  const value = (entry.body as Readonly<Record<string, unknown>>)[fields[thing]] as Values[Thing]
  if (refused !== undefined) return { value: undefined, state: 'not saved', refused }
  return { value, state: isStored ? undefined : hasWaited ? 'not saved yet' : 'saving', refused }
}

/**
 * State of an entry beside its value: that it is being sent, waits, or was refused. Nothing for an entry that is
 * stored.
 */
export function UnsentMark({ unsent }: { unsent: Pick<Unsent<unknown>, 'state' | 'refused'> | undefined }) {
  if (unsent?.state === undefined) return null
  return (
    <span
      className={`note block cut dense ${unsent.refused === undefined ? 'caution' : 'alert'}`}
      title={unsent.refused}
    >
      {unsent.state}
    </span>
  )
}
