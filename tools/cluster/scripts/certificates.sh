# The keys of the API server, and one administrator, who signs in with a token.

create_certificates() {
  [ -e "$state/kubeconfig" ] && [ -e "$state/pki/tokens.csv" ] && return
  mkdir -p "$state/pki"
  (
    cd "$state/pki"
    umask 077
    openssl genrsa -out service-accounts.key 2048
    create_authority ca
    create_authority front-proxy-ca
    sign ca kube-apiserver "subjectAltName=DNS:kubernetes,DNS:kubernetes.default,DNS:kubernetes.default.svc,IP:127.0.0.1,IP:$node_address,IP:$api_address"
    sign front-proxy-ca front-proxy 'extendedKeyUsage=clientAuth'
    openssl rand -hex 24 > token
    echo "$(cat token),administrator,administrator,system:masters" > tokens.csv
  ) > /dev/null 2>&1
  (umask 077; cat > "$state/kubeconfig") <<YAML
apiVersion: v1
kind: Config
clusters: [{ name: meadow, cluster: { server: "https://$node_address:6443", certificate-authority: $state/pki/ca.crt } }]
users: [{ name: administrator, user: { token: $(cat "$state/pki/token") } }]
contexts: [{ name: meadow, context: { cluster: meadow, user: administrator } }]
current-context: meadow
YAML
}

create_authority() {
  openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj "/CN=$1" -keyout "$1.key" -out "$1.crt"
}

# sign AUTHORITY NAME EXTENSION
sign() {
  openssl req -newkey rsa:2048 -nodes -subj "/CN=$2" -keyout "$2.key" -out "$2.csr"
  openssl x509 -req -days 30 -in "$2.csr" -CA "$1.crt" -CAkey "$1.key" -CAcreateserial -out "$2.crt" -extfile <(echo "$3")
}
