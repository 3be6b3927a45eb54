import { calls } from '@meadow/contracts'
import { type CallRoute, serve } from '@meadow/service'
import type { PreferenceRepository } from './preference-repository.ts'

export function createPreferenceRoutes({ preferences }: { preferences: PreferenceRepository }): CallRoute[] {
  return [
    serve(calls.getNotificationPreferences, ({ member }) => preferences.find(member.sub)),

    serve(calls.setNotificationPreferences, async ({ member, body }) => {
      await preferences.change(member.sub, body)
      return preferences.find(member.sub)
    }),
  ]
}
