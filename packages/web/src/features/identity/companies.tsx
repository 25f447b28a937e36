import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/use-toast.tsx'
import { otherCompanyPath } from './return-path.ts'
import { STILL_SIGNED_IN, signOut } from './sign-out.ts'
import type { User } from './user.ts'

/**
 * List of the companies of a person, or a note if there is only one. Switching to another company signs the person out and opens
 * the sign-in page of that company.
 */
export function Companies({ user }: { user: User }) {
  const toast = useToast()
  // A session belongs to one company, so the other company requires a new sign-in.
  const turnTo = (companyId: number) =>
    signOut(otherCompanyPath(companyId)).catch((error: Error) => toast.failed(STILL_SIGNED_IN, error))
  if (user.companies.length < 2) return <p className="note">You belong to {user.company_name} alone.</p>
  return (
    <ul className="lined" aria-label="Your companies">
      {user.companies.map(({ id, name }) => (
        <li key={id} className="row settings-row">
          <span className="any-break settings-main">{name}</span>
          {id === user.company_id ? (
            <span className="note">You are here</span>
          ) : (
            <Button onClick={() => void turnTo(id)}>Switch to {name}</Button>
          )}
        </li>
      ))}
      <li className="note">Switching signs you out here; the other company asks for your password.</li>
    </ul>
  )
}
