/** Nothing is released: the front ends of this repository are the only clients, and change together with the services. */
const UNRELEASED = 'nothing is released, and the front ends changed with it'

/**
 * Changes that are released although `check:documents` calls them unsafe: the text of each change, and the reason why it
 * breaks nothing here. An entry may be deleted once its change is merged.
 */
export const ACCEPTED_CHANGES: Readonly<Record<string, string>> = {
  'GET /api/auth/demo-accounts 200.accounts[].password was removed and was required': UNRELEASED,
  'POST /api/auth/register body.email: pattern was ^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$ and is ^[^\\s@]+@[^\\s@.]+(?:\\.[^\\s@.]+)+$':
    UNRELEASED,
  'PUT /api/auth/profile body.birthday: maxLength was not set and is 10': UNRELEASED,
  'POST /api/posts/{id}/comments Idempotency-Key: maxLength was not set and is 100': UNRELEASED,
  'POST /api/posts Idempotency-Key: maxLength was not set and is 100': UNRELEASED,
  'GET /api/posts ids: maxLength was not set and is 1850': UNRELEASED,
  'PUT /api/posts/notifications/read-all body.types: maxItems was not set and is 5': UNRELEASED,
  'GET /api/messages/{id} before: the alternative {"type":"string","pattern":"^\\\\d{1,15}$"} was removed': UNRELEASED,
  'GET /api/messages/{id} start: its type was string and is integer': UNRELEASED,
  'GET /api/messages/{id} end: its type was string and is integer': UNRELEASED,
  'GET /api/messages/{userId}/changes since: its type was string and is integer': UNRELEASED,
  'GET /api/messages/thread/{id} before: the alternative {"type":"string","pattern":"^\\\\d{1,15}$"} was removed':
    UNRELEASED,
  'POST /api/messages/image body.file was removed and was required': UNRELEASED,
  'POST /api/messages/image body.image was added and is required': UNRELEASED,
  'DELETE /api/auth/oauth/{provider} body.password: minLength was not set and is 1': UNRELEASED,
  'DELETE /api/auth/sessions now requires a body': UNRELEASED,
}
