import { expect, it } from 'vitest'
import { createLifecycle } from './lifecycle.ts'
import { silentLogger } from './logger.ts'

it('closes what was opened last first, each once', async () => {
  const closed: string[] = []
  const lifecycle = createLifecycle(silentLogger)
  lifecycle.onStop('first', () => void closed.push('first'))
  lifecycle.onStop('second', async () => void closed.push('second'))
  await Promise.all([lifecycle.stop(), lifecycle.stop()])
  expect(closed).toEqual(['second', 'first'])
  expect(lifecycle.signal.aborted).toBe(true)
})

it('goes on when one fails', async () => {
  const closed: string[] = []
  const lifecycle = createLifecycle(silentLogger)
  lifecycle.onStop('first', () => void closed.push('first'))
  lifecycle.onStop('second', () => {
    throw new Error('no')
  })
  await lifecycle.stop()
  expect(closed).toEqual(['first'])
})

it('does not wait for what hangs, but for what must have ended', async () => {
  const closed: string[] = []
  const lifecycle = createLifecycle(silentLogger, 10)
  const ended = Promise.withResolvers<void>()
  lifecycle.onStop('server', () => ended.promise.then(() => void closed.push('server')), 'must end')
  lifecycle.onStop('hanging', () => {
    queueMicrotask(ended.resolve)
    return new Promise<void>(() => undefined)
  })
  await lifecycle.stop()
  expect(closed).toEqual(['server'])
})
