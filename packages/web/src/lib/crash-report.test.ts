import { describe, expect, it } from 'vitest'
import { crashReport } from './crash-report.ts'

const where = { version: '1.2.3', route: '/o/1', browser: 'Browser/1' }

describe('the report of a page that broke', () => {
  it('says what broke, where in the program, and at which path', () => {
    const report = crashReport(new TypeError("Cannot read properties of undefined (reading 'ancestors')"), where)
    expect(report).toMatchObject({
      ...where,
      message: "TypeError: Cannot read properties of undefined (reading 'ancestors')",
    })
    expect(report.stack).toContain('crash-report.test.ts')
  })

  it.each([
    [`Unexpected token 'M', "Mazak 03 stands since 10:01" is not valid JSON`, /Mazak|10:01/],
    ['No such name: `maria.lopez@plant.example`', /maria/],
    [`No such key: '5550123'`, /5550123/],
  ])('leaves out what %s holds of the page', (message, secret) => {
    const error = new Error(message)
    expect(JSON.stringify(crashReport(error, where))).not.toMatch(secret)
  })

  it('leaves out queries and fragments of addresses', () => {
    const error = new Error('x')
    error.stack = 'Error: x\n    at f (https://plant.example/assets/page.js?token=secret#more:1:2)'
    const { stack } = crashReport(error, where)
    expect(stack).toContain('https://plant.example/assets/page.js')
    expect(stack).not.toMatch(/secret|more/)
  })

  it('has a message whatever was thrown, and is never longer than is taken', () => {
    expect(crashReport('a text of the page', where).message).not.toContain('text of the page')
    const error = new Error('long '.repeat(5000))
    error.stack = `Error\n${'    at f (page.js:1:2)\n'.repeat(5000)}`
    const report = crashReport(error, { ...where, route: `/${'r'.repeat(5000)}`, browser: 'b'.repeat(5000) })
    expect(report.message.length).toBeLessThanOrEqual(4000)
    expect(report.stack?.length).toBeLessThanOrEqual(20_000)
    expect(report.route.length).toBeLessThanOrEqual(2000)
    expect(report.browser?.length).toBeLessThanOrEqual(400)
  })
})
