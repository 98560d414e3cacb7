package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
)

// user is who runs the program in the container: nobody of the host.
const user = "65532:65532"

// image is a container image as an OCI archive, which podman load and skopeo read: the
// program, nothing else but what it needs. It is what Containerfile describes, made without a
// container engine and without a registry.
func image(version, goarch, program string) ([]byte, error) {
	text, err := os.ReadFile(program)
	if err != nil {
		return nil, err
	}
	users, err := os.ReadFile(".release/rootfs/etc/passwd")
	if err != nil {
		return nil, err
	}
	groups, err := os.ReadFile(".release/rootfs/etc/group")
	if err != nil {
		return nil, err
	}
	layer, err := tarred([]member{
		{"etc/", 0o755, nil},
		{"etc/passwd", 0o644, users},
		{"etc/group", 0o644, groups},
		{"app/", 0o755, nil},
		{"tmp/", 0o1777, nil},
		{"framework", 0o755, text},
	})
	if err != nil {
		return nil, err
	}
	packed, err := gzipped(layer)
	if err != nil {
		return nil, err
	}
	blobs := map[string][]byte{}
	add := func(mediaType string, text []byte) descriptor {
		sum := digest(text)
		blobs[sum] = text
		return descriptor{MediaType: mediaType, Digest: "sha256:" + sum, Size: len(text)}
	}
	// The health check is an extension of Docker's, which podman reads too.
	config, err := json.Marshal(map[string]any{
		"architecture": goarch, "os": "linux", "created": epoch,
		"config": map[string]any{
			"User": user, "WorkingDir": "/app", "Entrypoint": []string{"/framework"}, "Cmd": []string{"lift", "--prod"}, "ExposedPorts": map[string]any{"1337/tcp": map[string]any{}},
			"Env": []string{"NODE_ENV=production"}, "Labels": map[string]string{"org.opencontainers.image.version": version, "org.opencontainers.image.licenses": "MIT"},
			"Healthcheck": map[string]any{"Test": []string{"CMD", "/framework", "health"}, "Interval": int64(30e9), "Timeout": int64(5e9)},
		},
		"rootfs": map[string]any{"type": "layers", "diff_ids": []string{"sha256:" + digest(layer)}},
	})
	if err != nil {
		return nil, err
	}
	manifest, err := json.Marshal(map[string]any{
		"schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json",
		"config": add("application/vnd.oci.image.config.v1+json", config),
		"layers": []descriptor{add("application/vnd.oci.image.layer.v1.tar+gzip", packed)},
	})
	if err != nil {
		return nil, err
	}
	top := add("application/vnd.oci.image.manifest.v1+json", manifest)
	top.Annotations = map[string]string{"org.opencontainers.image.ref.name": "framework:" + version}
	index, err := json.Marshal(map[string]any{"schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": []descriptor{top}})
	if err != nil {
		return nil, err
	}
	members := []member{
		{"oci-layout", 0o644, []byte(`{"imageLayoutVersion":"1.0.0"}`)},
		{"index.json", 0o644, index},
		{"blobs/", 0o755, nil},
		{"blobs/sha256/", 0o755, nil},
	}
	for _, name := range []string{digest(config), digest(packed), digest(manifest)} {
		members = append(members, member{"blobs/sha256/" + name, 0o644, blobs[name]})
	}
	return tarred(members)
}

type descriptor struct {
	MediaType   string            `json:"mediaType"`
	Digest      string            `json:"digest"`
	Size        int               `json:"size"`
	Annotations map[string]string `json:"annotations,omitempty"`
}

func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
