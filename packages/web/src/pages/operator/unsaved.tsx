import { dropEntries, type KeptEntry } from '../../lib/kept-entries.ts'
import { tryAgain } from '../../lib/send-entries.ts'
import { ExcessiveIcon } from '../../ui/icons.tsx'

/**
 * Text with the number of entries that could not be sent yet, and each entry that the server refused with the reason and buttons
 * to send it again or discard it, which have no effect while the overlay covers them (`isCovered`). Renders nothing without
 * either.
 */
export function Unsaved({ entries, isCovered }: { entries: readonly KeptEntry[]; isCovered: boolean }) {
  const waiting = entries.filter(({ refused, hasWaited }) => refused === undefined && hasWaited)
  const refused = entries.filter((entry) => entry.refused !== undefined)
  return (
    <>
      {waiting.length > 0 && (
        <p className="row operator-unsaved" role="status">
          {waiting.length === 1 ? '1 entry' : `${waiting.length} entries`} not saved yet: kept here, and sent when the
          server can be reached.
        </p>
      )}
      {refused.map((entry) => (
        <div key={entry.id} className="row operator-unsaved operator-refused" role="alert">
          <ExcessiveIcon size={24} />
          <span className="operator-refused-words">
            <b>{entry.words}</b> not saved. {entry.refused}
          </span>
          <button type="button" className="operator-button" inert={isCovered} onClick={() => tryAgain([entry])}>
            {entry.isConflict === true ? 'Save mine' : 'Try again'}
          </button>
          <button type="button" className="operator-button" inert={isCovered} onClick={() => dropEntries([entry])}>
            Discard mine
          </button>
        </div>
      ))}
    </>
  )
}
