import { Type } from 'typebox'
import { Id, Instant } from './common.ts'

export const SessionUser = Type.Object({
  id: Id,
  username: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  company_id: Id,
  company_name: Type.String(),
  root_org_unit_id: Id,
  is_admin: Type.Boolean(),
  is_superuser: Type.Boolean(),
})

/** Schema of the answer to a completed sign-in. `token` is absent for a browser, whose token is in a cookie. */
export const Entered = Type.Object({
  token: Type.Optional(Type.String()),
  expires_at: Instant,
  user: SessionUser,
  /** True: the person can only change the password until that is done. */
  must_change_password: Type.Boolean(),
})

/** Schema of the answer to a sign-in of a person of several companies, who must choose one of them. */
export const CompanyList = Type.Object({
  companies: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  default_company_id: Id,
})
