import { expect, test } from 'vitest'
import { StartError } from '../../start-error.ts'
import { namingFullDisk } from './name-full-disk.ts'

const MIB = 1024 * 1024
const failing = () => Promise.reject(new StartError('The embedded database did not start (exit code 1).'))

test('A start that fails on a full disk says so and what to do; one that fails otherwise says its own reason', async () => {
  await expect(namingFullDisk('/data', failing, () => 3 * MIB)).rejects.toThrow(
    'The disk of /data is full (3 MiB free), so the database cannot start. Nothing that is stored was changed. ' +
      'Free at least 64 MiB there, then start again.',
  )
  await expect(namingFullDisk('/data', failing, () => 100 * MIB)).rejects.toThrow('did not start (exit code 1)')
  expect(
    await namingFullDisk(
      '/data',
      async () => 'started',
      () => 0,
    ),
  ).toBe('started')
})
