import { useEntry } from '../../lib/stored-entries.ts'
import { type StopThing, subjectOf } from './kept-annotation.ts'

type Values = { readonly reason: number | null; readonly notes: string | null; readonly ignored: boolean }

const fields = { reason: 'status_reason_id', notes: 'notes', ignored: 'xsf_report_ignored' } as const

/** Entry for the reason, the notes or the ignored mark of a stop that the data of the page do not show yet. */
interface Unsent<Value> {
  /** Value that the stop gets by the entry; undefined: the server refused it, so that the stored value stays. */
  readonly value: Value | undefined
  /** State of the entry in words; undefined: it is stored. */
  readonly state: 'saving' | 'not saved yet' | 'not saved' | undefined
  /** Reason why the server refused the entry; undefined: it did not. */
  readonly refused: string | undefined
}

/**
 * Returns the entry for the reason, the notes or the ignored mark of a stop that was made in this browser and that the data of
 * the page do not show yet; undefined if there is none.
 */
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
 * Mark beside a value with the state of its entry: saving, not saved yet, or not saved with the reason as its title. Nothing for
 * a stored entry or none.
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
