import { describe, expect, it } from 'vitest'
import { afterSignIn, otherCompanyPath, safePath, signInPath, wantedCompany } from './return-path.ts'

const user = { company_id: 1, root_org_unit_id: 7 }
const search = (path: string) => new URLSearchParams(path.split('?')[1])

describe('the page asked for', () => {
  it('comes back after the sign-in, with its query', () => {
    expect(afterSignIn(search(signInPath({ path: '/e/5?from=1&to=2', companyId: 1 })), user)).toBe('/e/5?from=1&to=2')
  })

  it('is the root unit when nothing was asked for', () => {
    expect(signInPath({ path: '/' })).toBe('/login')
    expect(afterSignIn(new URLSearchParams(), user)).toBe('/o/7')
  })

  it('is the root unit when the company was switched', () => {
    expect(afterSignIn(search(signInPath({ path: '/e/5', companyId: 2 })), user)).toBe('/o/7')
  })

  it('is that of another company where somebody turns to it', () => {
    expect(wantedCompany(search(otherCompanyPath(12)))).toBe(12)
    for (const to of ['', '?to=', '?to=0', '?to=-1', '?to=1.5', '?to=x'])
      expect(wantedCompany(new URLSearchParams(to))).toBeUndefined()
  })

  it.each([
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'javascript:alert(1)',
    '/login?next=/login',
  ])('is never %j', (path) => {
    expect(safePath(path)).toBeUndefined()
  })
})
