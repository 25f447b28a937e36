import { useState, useSyncExternalStore } from 'react'

/** Server time minus browser time, ms; the clock of a tablet may be minutes off. */
let offsetMs = 0

/** Returns the current instant by the server's clock, epoch ms. */
export const now = (): number => Date.now() + offsetMs

/** Returns milliseconds that only increase, even when the clock is changed. */
export const monotonicMs = (): number => performance.now()

export const toIso = (at: number): string => new Date(at).toISOString()

/** Converts an ISO instant to epoch ms; null when there is none. */
export const fromIso = (iso: string | null | undefined): number | null => (iso == null ? null : Date.parse(iso))

/** Smaller differences are ignored, ms: the `Date` header has whole seconds, and the answer took time to arrive. */
const NOTICEABLE_MS = 2000

/** Updates the offset to the server's clock from an answer's `Date` header. */
export function learnServerTime(dateHeader: string | null): void {
  const serverMs = dateHeader === null ? Number.NaN : Date.parse(dateHeader)
  if (Number.isNaN(serverMs)) return
  const difference = serverMs + 500 - Date.now()
  if (Math.abs(difference - offsetMs) > NOTICEABLE_MS) offsetMs = Math.abs(difference) > NOTICEABLE_MS ? difference : 0
}

/** All clocks of the page share one timer. */
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

/**
 * Returns the current instant rounded down to steps of `stepMs`; the component is rendered again when the step
 * changes.
 */
export function useNow(stepMs = 1000): number {
  return useSyncExternalStore(subscribe, () => Math.floor(now() / stepMs) * stepMs)
}

/**
 * Returns how many times `stepMs` have passed since the first render, checked every second. Changes of the clock have
 * no effect.
 */
export function useStepsPassed(stepMs: number): number {
  const [startedAt] = useState(monotonicMs)
  return useSyncExternalStore(subscribe, () => Math.floor((monotonicMs() - startedAt) / stepMs))
}
