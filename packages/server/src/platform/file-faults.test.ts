import { expect, test } from 'vitest'
import { fileFault, writingFile } from './file-faults.ts'

const fault = (code: string) => Object.assign(new Error(`${code}: write`), { code })

test.each([
  ['ENOSPC', /^its disk is full\. Make room there/],
  ['EDQUOT', /^the quota of this user there is used up\. Make room there/],
  ['EROFS', /^its disk is read-only\. Choose a folder/],
  ['EACCES', /^this user may not write there\. Change the rights/],
  ['ENOENT', /^its folder is not there\. Make the folder/],
  ['EIO', /^its disk fails\. Choose a folder/],
])('%s says what it means and what to do', async (code, text) => {
  expect(fileFault(fault(code))).toMatch(text)
  const writing = writingFile('backup.mwb', () => Promise.reject(fault(code)))
  await expect(writing).rejects.toThrow(/^backup\.mwb cannot be written: .*\. Nothing was left behind/)
})

test.each([
  [8, 'read-only'],
  [13, 'full'],
  [0x10d, 'full'],
])('code %i of the lock of the data folder is its %s disk', (errcode, word) => {
  expect(fileFault(Object.assign(new Error('lock'), { errcode }))).toContain(word)
})

test('Any other error stays as it is', async () => {
  expect(fileFault(new Error('x'))).toBeUndefined()
  await expect(writingFile('backup.mwb', () => Promise.reject(fault('EMFILE')))).rejects.toThrow('EMFILE: write')
})
