import { otherCompanyPath } from './return-path.ts'
import { signOut } from './sign-out.ts'
import type { User } from './user.ts'

/** Leaves this company for another one: a session is of one company, so the other asks for the password. */
async function turnTo(companyId: number): Promise<void> {
  await signOut().catch(() => undefined)
  // A new document: nothing of this company stays in memory.
  location.assign(otherCompanyPath(companyId))
}

/** The companies somebody belongs to, and the way to each of the others. */
export function Companies({ user }: { user: User }) {
  if (user.companies.length < 2) return <p className="settings-note">You belong to {user.company_name} alone.</p>
  return (
    <ul className="settings-list" aria-label="Your companies">
      {user.companies.map(({ id, name }) => (
        <li key={id} className="settings-row">
          <span className="settings-main">{name}</span>
          {id === user.company_id ? (
            <span className="settings-note">You are here</span>
          ) : (
            <button type="button" className="button" onClick={() => void turnTo(id)}>
              Switch to {name}
            </button>
          )}
        </li>
      ))}
      <li className="settings-note">Switching signs you out here; the other company asks for your password.</li>
    </ul>
  )
}
