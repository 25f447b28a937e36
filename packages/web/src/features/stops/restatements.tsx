import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { now } from '../../lib/clock.ts'
import { count } from '../../lib/format.ts'
import { restatementsQuery } from './queries.ts'
import { figuresWords, restatedWords } from './words.ts'

interface RestatementsProps {
  machineId: number
  /** Start and end, epoch ms; `to` is null for an open interval. */
  from: number
  to: number | null
  zone: string
}

/**
 * List, closed at first, of the restatements of an interval, with the figures before and after and the cause; nothing if there
 * are none.
 */
export function Restatements({ machineId, from, to, zone }: RestatementsProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const { data } = useQuery(restatementsQuery(machineId, from, to))
  if (data === undefined || data.length === 0) return null
  const at = now()
  return (
    <div className="second whole-line">
      <button
        type="button"
        className="link-button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {data.length === 1 ? 'Restated once' : `Restated ${count(data.length)} times`}: {open ? 'hide' : 'show'} why
      </button>
      {open && (
        <div id={id} className="muted stack below">
          <p>Figures change after they were first shown when data comes late or somebody changes a setting.</p>
          <ol className="stack">
            {data.map((restatement) => (
              <li key={restatement.id}>
                <p>{restatedWords(restatement, at, zone)}.</p>
                <dl className="stack value facts restated-told">
                  <dt>Before</dt>
                  <dd>{figuresWords(restatement.before)}</dd>
                  <dt>Since then</dt>
                  <dd>{figuresWords(restatement.after)}</dd>
                </dl>
              </li>
            ))}
          </ol>
        </div>
      )}
    </div>
  )
}
