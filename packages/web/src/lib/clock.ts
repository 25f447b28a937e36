import { useState, useSyncExternalStore } from 'react'

/** Server time minus this browser's, in ms; a tablet's clock may be minutes off. */
let offsetMs = 0

/** Now by the server's clock, epoch ms. */
export const now = (): number => Date.now() + offsetMs

/** Milliseconds that only ever grow, whatever becomes of the clocks. */
export const monotonicMs = (): number => performance.now()

export const toIso = (at: number): string => new Date(at).toISOString()

/** An instant as answers write it, as epoch ms; null where there is none. */
export const fromIso = (iso: string | null | undefined): number | null => (iso == null ? null : Date.parse(iso))

/** The `Date` header has whole seconds and the answer has travelled: less than this is no difference. */
const NOTICEABLE_MS = 2000

/** Learns the server's clock from an answer's `Date` header. */
export function learnServerTime(dateHeader: string | null): void {
  const told = dateHeader === null ? Number.NaN : Date.parse(dateHeader)
  if (Number.isNaN(told)) return
  const difference = told + 500 - Date.now()
  if (Math.abs(difference - offsetMs) > NOTICEABLE_MS) offsetMs = Math.abs(difference) > NOTICEABLE_MS ? difference : 0
}

/** One timer for all clocks of the page. */
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

function tick(): void {
  for (const listener of listeners) listener()
  timer = setTimeout(tick, 1000 - (now() % 1000))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setTimeout(tick, 1000 - (now() % 1000))
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearTimeout(timer)
    timer = undefined
  }
}

/** Now in whole steps of `stepMs`, rendered again when the step changes; never earlier than true by more than a step. */
export function useNow(stepMs = 1000): number {
  return useSyncExternalStore(subscribe, () => Math.floor(now() / stepMs) * stepMs)
}

/** How often `stepMs` have passed since the first look, in steps of a second; that a clock is set does not change it. */
export function useStepsPassed(stepMs: number): number {
  const [startedAt] = useState(monotonicMs)
  return useSyncExternalStore(subscribe, () => Math.floor((monotonicMs() - startedAt) / stepMs))
}
