import { msWithin } from '@millwatch/domain/time'
import { useCallback, useRef } from 'react'
import { hatchTile } from '../../charts/patterns.ts'
import type { Window } from '../../charts/span.ts'
import { type Colours, useColours } from '../../charts/theme.ts'
import { type Ready, usePainted } from '../../charts/use-painted.ts'
import { briefDuration } from '../../lib/format.ts'

interface ContactStripProps {
  /** Intervals of contact in ascending order, epoch ms; `to` is infinite while the contact lasts. */
  contact: readonly Window[]
  window: Window
  now: number
}

/**
 * Strip with the time in which a device was in contact with the server, and hatched where it was not, with the total up to now in
 * words. Contact ends when no message comes for more than 300 s.
 */
export function ContactStrip({ contact, window, now }: ContactStripProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const colours = useColours()
  usePainted(
    canvas,
    useCallback((ready) => paintContact(ready, contact, window, colours), [contact, window, colours]),
  )
  const until = Math.min(window.to, now)
  const ms = msWithin({ from: window.from, to: until }, contact)
  const words = `Device communication: in contact ${briefDuration(ms)} of ${briefDuration(until - window.from)}`
  return (
    <div className="anchor detail-contact" title={words}>
      <span className="note dense detail-contact-name">Device communication</span>
      <canvas ref={canvas} role="img" aria-label={words} className="detail-contact-band" />
    </div>
  )
}

function paintContact(ready: Ready, contact: readonly Window[], window: Window, colours: Colours): void {
  const { context, width, height, scale } = ready
  const pixelsPerMs = width / (window.to - window.from)
  context.fillStyle = context.createPattern(hatchTile(colours, scale), 'repeat') ?? colours.line
  context.fillRect(0, 0, width, height)
  for (const { from, to } of contact) {
    const left = Math.max(0, (from - window.from) * pixelsPerMs)
    const right = Math.min(width, (to - window.from) * pixelsPerMs)
    if (right <= left) continue
    context.clearRect(left, 0, right - left, height)
    context.fillStyle = colours['text-3']
    context.fillRect(left, 0, Math.max(right - left, 1 / scale), height)
  }
}
