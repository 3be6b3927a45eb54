import * as z from 'zod'

export const TOKEN_ISSUER = 'meadow'
export const TOKEN_AUDIENCE = 'meadow'

/** The claims of an access token. `sub` is the member, `sid` the session; times are seconds since 1970. */
export const Claims = z.object({
  sub: z.uuid(),
  sid: z.uuid(),
  username: z.string(),
  name: z.string(),
  picture: z.string(),
  /** A newer auth may know more roles: they have the least rights here. */
  role: z.string().pipe(z.enum(['member', 'moderator', 'admin']).catch('member')),
  exp: z.int(),
  iat: z.int(),
})
export type Claims = z.infer<typeof Claims>
