import { EVERYDAY, expect, test } from './support/test.ts'

test('an installation that sends its mail has no page of caught mail', EVERYDAY, async ({ signedIn: page }) => {
  await page.goto('/setup/mail')
  await expect(page.getByRole('alert')).toContainText('Invalid request')
  await expect(page.getByRole('link', { name: 'Audit log' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Mail of the demo' })).toHaveCount(0)
})
