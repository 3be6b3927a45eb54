/** Words that name a place or an office of the product: nobody may be called so. */
const RESERVED = new Set(
  `
  about abuse account accounts admin administrator alert alerts all anonymous api auth billing blog bookmarks chat
  connection contact everyone explore feed follow followers following friends guest health help here home
  inbox info internal legal login logout mail me media meadow message messages mf moderation moderator news nobody
  notification notifications null oauth official password photos policy post postmaster posts press privacy profile
  profiles push register reports root search security self sessions settings shell signin signout signup social staff
  static status success suggestions support system tag tags team terms trends undefined user username users
  verified webmaster www you
  `
    .trim()
    .split(/\s+/),
)

/** Whether a lower-cased username stands for the product itself; dots and underscores do not make it another word. */
export const isReserved = (username: string): boolean => RESERVED.has(username.replace(/[._]/g, ''))
