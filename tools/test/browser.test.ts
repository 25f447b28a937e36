import { describe, expect, test } from 'vitest'
import { findBrowser, type Machine, PLEASE_INSTALL } from './browser.ts'

/** Returns a fake machine on which the browsers of `there` run, and which can do what the flags allow. */
function machine({ there = [] as string[], downloads = false, packages = false, isRoot = false }) {
  const messages: string[] = []
  const running = new Set(there)
  const made: Machine = {
    candidates: ['/usr/bin/chromium', '/usr/bin/google-chrome'],
    ownPath: '/own/chrome',
    canInstallPackages: isRoot,
    runs: (path) => running.has(path),
    downloadOwn: async () => {
      if (downloads) running.add('/own/chrome')
      return downloads
    },
    installPackage: async () => {
      if (packages) running.add('/usr/bin/chromium')
      return packages
    },
    say: (line) => messages.push(line),
  }
  return { made, messages }
}

describe('finding a browser', () => {
  test('takes one of the machine, without a word', async () => {
    const { made, messages } = machine({ there: ['/usr/bin/google-chrome', '/own/chrome'] })
    expect(await findBrowser(made)).toBe('/usr/bin/google-chrome')
    expect(messages).toEqual([])
  })

  test("takes Playwright's own where it is already there", async () => {
    expect(await findBrowser(machine({ there: ['/own/chrome'] }).made)).toBe('/own/chrome')
  })

  test("downloads Playwright's own where there is none", async () => {
    const { made, messages } = machine({ downloads: true })
    expect(await findBrowser(made)).toBe('/own/chrome')
    expect(messages).toEqual([expect.stringContaining("downloading Playwright's own")])
  })

  test("as root on a Debian-like system installs the system's package, and says so", async () => {
    const { made, messages } = machine({ isRoot: true, packages: true })
    expect(await findBrowser(made)).toBe('/usr/bin/chromium')
    expect(messages.at(-1)).toContain("from the system's packages")
  })

  test.each([
    ['a user who may not install', {}],
    ['a package that cannot be had either', { isRoot: true }],
  ])('%s gets one line with the package to install', async (_, can) => {
    const { made, messages } = machine(can)
    expect(await findBrowser(made)).toBeUndefined()
    expect(messages.at(-1)).toBe(PLEASE_INSTALL)
  })
})
