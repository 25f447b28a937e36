import './status.css'
import { CONTACT_LIMIT_MS } from '@millwatch/domain/devices'
import { useAgingNow } from '../lib/clock.ts'
import { briefDuration, compactDuration } from '../lib/format.ts'
import { StatusMark } from './status-mark.tsx'

/** Returns true if a device made no contact for longer than the limit before `at` (epoch ms), or never. */
export const isStale = (lastContactAt: number | null, at: number): boolean =>
  lastContactAt === null || at - lastContactAt > CONTACT_LIMIT_MS

/**
 * Age of an instant (epoch ms) as `4 s ago`, updated every second except while the connection is lost; `now` below 1 s, and
 * `absent` for null. With `compact`, as short as `compactDuration` writes it.
 */
export function Ago({ at, absent, compact = false }: { at: number | null; absent: string; compact?: boolean }) {
  const now = useAgingNow()
  if (at === null) return <>{absent}</>
  if (now - at < 1000) return <>now</>
  return <>{(compact ? compactDuration : briefDuration)(now - at)} ago</>
}

interface OfflineBoltProps {
  lastContactAt: number | null
  words?: boolean
  quiet?: boolean
}

/**
 * Lightning icon if there was no contact for more than 300 s since `lastContactAt` (epoch ms), or never (null); otherwise renders
 * nothing. With `words` the time without contact is written beside it. With `quiet` it is grey, since nobody has to act.
 */
export function OfflineBolt({ lastContactAt, words = false, quiet = false }: OfflineBoltProps) {
  const now = useAgingNow()
  if (!isStale(lastContactAt, now)) return null
  const label =
    lastContactAt === null
      ? 'No contact with the device yet'
      : `No contact with the device for ${briefDuration(now - lastContactAt)}`
  return (
    <span className={`inline ${quiet ? 'muted' : 'caution'} offline-bolt`} role="img" aria-label={label} title={label}>
      <StatusMark status="offline" quiet={quiet} size={14} />
      {words && <span>{label}</span>}
    </span>
  )
}
