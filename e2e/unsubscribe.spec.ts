import { EVERYDAY, expect, test } from './support/test.ts'

test('a link of a mail that nobody signed stops nothing, and says so without sign-in', EVERYDAY, async ({ page }) => {
  await page.goto('/unsubscribe?stop=1.1.alarm.1.AAAAAAAAAAAAAAAAAAAAAA')
  await expect(page.getByRole('heading', { name: 'Stop mails' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('This link is not valid')
  await expect(page.getByRole('button', { name: 'Stop mails' })).toHaveCount(0)
})
