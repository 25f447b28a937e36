import './unsaved-entries.css'
import { count } from '../lib/format.ts'
import { dropEntries, type KeptEntry, useKeptEntries } from '../lib/kept-entries.ts'
import { tryAgain } from '../lib/send-entries.ts'
import { Button } from '../ui/button.tsx'
import { ExcessiveIcon } from '../ui/icons.tsx'

/** Largest number of refused entries that are shown one by one. */
const SHOWN = 3

/**
 * Number of entries that could not be sent yet, and the first three entries that the server refused, each with buttons to send or
 * discard it; if there are more, also buttons for all refused ones. Renders nothing without any.
 */
export function UnsavedEntries() {
  const entries = useKeptEntries()
  const waiting = entries.filter(({ refused, hasWaited }) => refused === undefined && hasWaited).length
  const refused = entries.filter((entry) => entry.refused !== undefined)
  if (waiting + refused.length === 0) return null
  return (
    <section className="stack near scroll no-print unsaved" aria-label="Entries that are not saved">
      {waiting > 0 && (
        <p role="status">
          {waiting === 1 ? '1 entry' : `${count(waiting)} entries`} not saved yet: kept here, and sent when the server
          can be reached.
        </p>
      )}
      {refused.slice(0, SHOWN).map((entry) => (
        <Refused key={entry.id} entries={[entry]}>
          <b className="any-break">{entry.words}</b> not saved. {entry.refused}
        </Refused>
      ))}
      {refused.length > SHOWN && (
        <Refused entries={refused}>
          <b>{count(refused.length)} entries</b> not saved in all
        </Refused>
      )}
    </section>
  )
}

/** Text about refused entries, with buttons that send them again as new calls or discard them. */
function Refused({ entries, children }: { entries: readonly KeptEntry[]; children: React.ReactNode }) {
  const all = entries.length > 1 ? ' all' : ''
  const again = entries.some(({ isConflict }) => isConflict === true) ? `Save${all} mine` : `Try${all} again`
  return (
    <div className="wrap" role="alert">
      <span className="alert inline unsaved-icon">
        <ExcessiveIcon size={16} />
      </span>
      <span className="grow any-break unsaved-words">{children}</span>
      <span className="row snug">
        <Button onClick={() => tryAgain(entries)}>{again}</Button>
        <Button onClick={() => dropEntries(entries)}>{`Discard${all} mine`}</Button>
      </span>
    </div>
  )
}
