# All images of the product, for `docker buildx bake`. `npm run images` calls it with the revision and the base images.
# Where the images are pushed to, as `registry.example` or `registry.example/team`. The default is no registry: they stay here
variable "REGISTRY" { default = "localhost" }
variable "MEADOW_VERSION" { default = "dev" }
# The version before, whose hashed files the front ends keep
variable "PREVIOUS_VERSION" { default = "" }
variable "REVISION" { default = "" }
variable "SOURCE" { default = "" }
variable "CREATED" { default = "" }
variable "NODE_IMAGE" { default = "node:24.21.0-bookworm-slim" }
variable "RUNTIME_IMAGE" { default = "debian:bookworm-slim" }

group "default" {
  targets = ["services", "frontends", "reconcile"]
}

target "image" {
  dockerfile = "tools/containers/Dockerfile"
  args = {
    NODE_IMAGE    = NODE_IMAGE
    RUNTIME_IMAGE = RUNTIME_IMAGE
    VERSION       = MEADOW_VERSION
    REVISION      = REVISION
    SOURCE        = SOURCE
    CREATED       = CREATED
  }
}

target "services" {
  name     = service
  inherits = ["image"]
  target   = "service"
  matrix   = { service = ["gateway", "auth", "social", "posts", "chat", "notify"] }
  args     = { WORKSPACE = service == "gateway" ? "gateway" : "services/${service}" }
  tags     = ["${REGISTRY}/meadow/${service}:${MEADOW_VERSION}"]
}

target "frontends" {
  name     = "frontend-${frontend}"
  inherits = ["image"]
  target   = "frontend"
  matrix   = { frontend = ["shell", "feed", "profile", "chat"] }
  args = {
    FRONTEND = frontend
    PREVIOUS = PREVIOUS_VERSION == "" ? "no-previous" : "${REGISTRY}/meadow/frontend-${frontend}:${PREVIOUS_VERSION}"
  }
  tags = ["${REGISTRY}/meadow/frontend-${frontend}:${MEADOW_VERSION}"]
}

target "reconcile" {
  inherits = ["image"]
  target   = "reconcile"
  args     = { WORKSPACE = "services/posts" }
  tags     = ["${REGISTRY}/meadow/reconcile:${MEADOW_VERSION}"]
}
