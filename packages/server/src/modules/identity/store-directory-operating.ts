import type { Database } from '../../platform/db/index.ts'
import { directoryRead } from '../../platform/db/statements.ts'
import { spendCodesOfUser } from './store-directory-codes.ts'
import { endSessionsOfUser } from './store-directory-sessions.ts'

const setPassword = {
  name: 'directory_user_reset',
  text: `update app_user set password_hash = $2, must_change_password = true, password_changed_at = $3 where user_id = $1`,
}

/**
 * Sets the hash of a password that must be changed at the next sign-in, at `at` (epoch ms). Ends all sessions of the person and
 * makes open reset and handoff codes useless.
 */
export async function resetUser(database: Database, userId: number, passwordHash: string, at: number): Promise<void> {
  await database.inDirectory(async (tx) => {
    await tx.prepared(setPassword, [userId, passwordHash, at])
    await endSessionsOfUser(tx, userId, at)
    await spendCodesOfUser(tx, userId, ['reset', 'handoff'], at)
  })
}

/**
 * Returns the members of a company in the order of their ids, each as an object of columns of `app_user`: id, names, e-mail
 * address, phone, settings of pages, `must_change_password` and `created_at`.
 */
export const peopleOfCompany = directoryRead<{ person: object }, object[], [companyId: number]>(
  'directory_people_of_company',
  `select to_json(person) as person from (
      select user_id, email, first_name, last_name, phone, theme, shift_colors, locale, clock_hours, must_change_password, created_at
        from app_user
      where user_id in (select user_id from membership where company_id = $1)) as person
    order by person.user_id`,
  (rows) => rows.map(({ person }) => person),
)
