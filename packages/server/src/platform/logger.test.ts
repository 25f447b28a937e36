import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLogger } from './logger.ts'

function logged(level: string, error: Error): string {
  const lines: string[] = []
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  createLogger({ level, destination }).warn({ err: error }, 'Failed')
  return lines.join('')
}

test('An error is logged with its message, code and cause, with stacks at debug only, and nothing that a library hung on it', () => {
  const cause = Object.assign(new Error('lost'), { code: '57P01', client: { secretKey: 7, values: ['canary'] } })
  const error = Object.assign(new TypeError('outer', { cause }), { detail: 'Key (email)=(canary) exists' })
  const debugged = logged('debug', error)
  expect(JSON.parse(debugged)).toMatchObject({
    msg: 'Failed',
    err: {
      type: 'TypeError',
      message: 'outer',
      stack: expect.stringContaining('logger.test.ts'),
      cause: { message: 'lost', code: '57P01', stack: expect.any(String) },
    },
  })
  expect(debugged).not.toMatch(/canary|secretKey/)
  for (const level of ['info', 'warn']) {
    const { err } = JSON.parse(logged(level, error))
    expect(err).toEqual({
      type: 'TypeError',
      message: 'outer',
      cause: { type: 'Error', message: 'lost', code: '57P01' },
    })
  }
})
