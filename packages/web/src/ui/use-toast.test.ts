// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { messages } from './messages.ts'
import { useToast } from './use-toast.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  for (const { key } of [...messages.visibleToasts]) messages.close(key)
  vi.useRealTimers()
})

const shown = () => messages.visibleToasts.map(({ content }) => content.words)

it('a success disappears after 5 s, a failure after 12 s, and what has a time of its own after that', () => {
  const toast = useToast()
  messages.subscribe(() => undefined)
  toast.done('Saved successfully')
  toast.failed('Error saving equipment', new Error('Locked'))
  toast.info('Run automatically ended after 2 cycles', 30)
  toast.failed('Error retrieving org unit excessive downtimes', undefined, 31)
  messages.resumeAll()
  const timeOf = (words: string) => messages.visibleToasts.find(({ content }) => content.words === words)?.timeout
  expect(timeOf('Saved successfully')).toBe(5000)
  expect(timeOf('Error saving equipment')).toBe(12_000)
  vi.advanceTimersByTime(4999)
  expect(shown()).toContain('Saved successfully')
  vi.advanceTimersByTime(1)
  expect(shown()).not.toContain('Saved successfully')
  vi.advanceTimersByTime(7000)
  expect(shown()).not.toContain('Error saving equipment')
  vi.advanceTimersByTime(18_000)
  expect(shown()).toEqual(['Error retrieving org unit excessive downtimes'])
})
