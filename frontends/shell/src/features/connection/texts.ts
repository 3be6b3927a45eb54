import { createTexts } from '@meadow/web'

/** Texts of the connection page. They load with it. */
export const t = createTexts({
  'connection.page': 'Connection',
  'connection.title': 'Connection test',
  'connection.intro': 'Check if your browser can reach Meadow.',
  'connection.health': 'Health check',
  'connection.healthText': 'Checks if all parts of Meadow are working.',
  'connection.healthRun': 'Check health',
  'connection.healthDone': 'Health check successful: {status}',
  'connection.healthFailed': 'Health check failed: {message}',
  'connection.registration': 'Test registration',
  'connection.registrationText': 'Tests a sign-up without creating an account.',
  'connection.registrationRun': 'Test registration',
  'connection.registrationDone': 'Test registration successful. No account was created.',
  'connection.registrationFailed': 'Test registration failed: {message}',
  'connection.unknownError': 'Unknown error',
})
