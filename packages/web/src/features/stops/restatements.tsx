import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { now } from '../../lib/clock.ts'
import { count } from '../../lib/format.ts'
import { restatementsQuery } from './queries.ts'
import { restatedWords, toldWords } from './words.ts'

interface RestatementsProps {
  machineId: number
  /** Epoch ms; `to` null while it goes on. */
  from: number
  to: number | null
  zone: string
}

/** Of a stretch, what was told otherwise before and why, in plain words; nothing where it never was. */
export function Restatements({ machineId, from, to, zone }: RestatementsProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const { data } = useQuery(restatementsQuery(machineId, from, to))
  if (data === undefined || data.length === 0) return null
  const at = now()
  return (
    <div className="restated">
      <button
        type="button"
        className="link-button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {data.length === 1 ? 'Restated once' : `Restated ${count(data.length)} times`}
      </button>
      {open && (
        <ol id={id} className="restated-list">
          {data.map((one) => (
            <li key={one.id}>
              <p>{restatedWords(one, at, zone)}.</p>
              <dl className="restated-told">
                <dt>Before</dt>
                <dd>{toldWords(one.before)}</dd>
                <dt>Since then</dt>
                <dd>{toldWords(one.after)}</dd>
              </dl>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
