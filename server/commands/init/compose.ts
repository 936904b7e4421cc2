import type { DeploymentFiles, DeploymentPlan } from './deployment.ts'

/** A gateway on the embedded store. JSON's strings are YAML's. */
export const composeFiles = ({ baseUrl, image, built }: DeploymentPlan): DeploymentFiles => ({
  'compose.yaml': `# A gateway on the embedded store, for one machine. Start it with: docker compose up ${built === undefined ? '' : '--build '}--detach
services:
  gateway:
    image: ${JSON.stringify(image)}
${built === undefined ? '' : `    build: ${JSON.stringify(built)}\n`}    read_only: true
    cap_drop: [ALL]
    security_opt: ["no-new-privileges:true"]
    restart: unless-stopped
    environment:
      BASE_URL: ${JSON.stringify(baseUrl)}
      ADMIN_API_KEY_FILE: /run/secrets/admin-api-key
      PATCHBAY_KEYS_FILE: /run/secrets/patchbay-keys
      ADMIN_PORT: "3001"
      ADMIN_HOST: 0.0.0.0
    secrets: [admin-api-key, patchbay-keys]
    # For this machine alone: put a proxy with TLS in front of 3000, and keep 3001 to yourself.
    ports: ["127.0.0.1:3000:3000", "127.0.0.1:3001:3001"]
    volumes: ["data:/data"]
    tmpfs: [/tmp]
    # Over the 40 s that a stop takes at most.
    stop_grace_period: 50s

secrets:
  admin-api-key:
    file: secrets/admin-api-key
  patchbay-keys:
    file: secrets/patchbay-keys

volumes:
  data:
`,
})
