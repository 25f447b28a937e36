import './status.css'
import { useNow } from '../lib/clock.ts'
import { briefDuration, compactDuration } from '../lib/format.ts'
import { StatusMark } from './status-mark.tsx'

/** A device is called offline when its last contact is older than this, or missing. */
export const CONTACT_LIMIT_MS = 300_000

export const isStale = (lastContactAt: number | null, at: number): boolean =>
  lastContactAt === null || at - lastContactAt > CONTACT_LIMIT_MS

/** `4 s ago`, ticking; the words of an absent instant are the caller's. */
export function Ago({ at, absent, compact = false }: { at: number | null; absent: string; compact?: boolean }) {
  const now = useNow()
  if (at === null) return <>{absent}</>
  if (now - at < 1000) return <>now</>
  return <>{(compact ? compactDuration : briefDuration)(now - at)} ago</>
}

/** The bolt: nothing was heard from the device for more than 300 s. */
export function OfflineBolt({ lastContactAt, words = false }: { lastContactAt: number | null; words?: boolean }) {
  const now = useNow()
  if (!isStale(lastContactAt, now)) return null
  const label =
    lastContactAt === null ? 'Device was never heard' : `Device not heard for ${briefDuration(now - lastContactAt)}`
  return (
    <span className="offline-bolt" role="img" aria-label={label} title={label}>
      <StatusMark status="offline" size={14} />
      {words && <span>{label}</span>}
    </span>
  )
}
