// Connects the official Go SDK to the endpoint, and prints what it got.
package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"
	"sort"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type bearer string

func (token bearer) RoundTrip(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	request.Header.Set("Authorization", "Bearer "+string(token))
	return http.DefaultTransport.RoundTrip(request)
}

type call struct {
	Name      string         `json:"name"`
	Arguments map[string]any `json:"arguments"`
}

type called struct {
	IsError bool `json:"isError"`
	Content any  `json:"content"`
}

func connect(url, token string, calls []call) (map[string]any, error) {
	ctx := context.Background()
	client := mcp.NewClient(&mcp.Implementation{Name: "go-sdk", Version: "1.0.0"}, nil)
	transport := &mcp.StreamableClientTransport{Endpoint: url, HTTPClient: &http.Client{Transport: bearer(token)}}
	session, err := client.Connect(ctx, transport, nil)
	if err != nil {
		return nil, err
	}
	defer session.Close()
	listed, err := session.ListTools(ctx, nil)
	if err != nil {
		return nil, err
	}
	names := []string{}
	for _, tool := range listed.Tools {
		names = append(names, tool.Name)
	}
	sort.Strings(names)
	results := []called{}
	for _, one := range calls {
		result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: one.Name, Arguments: one.Arguments})
		if err != nil {
			return nil, err
		}
		results = append(results, called{result.IsError, result.StructuredContent})
	}
	protocol := session.InitializeResult().ProtocolVersion
	return map[string]any{"protocol": protocol, "tools": names, "calls": results}, nil
}

func main() {
	var calls []call
	if err := json.NewDecoder(os.Stdin).Decode(&calls); err != nil {
		log.Fatal(err)
	}
	result, err := connect(os.Args[1], os.Args[2], calls)
	if err != nil {
		log.Fatal(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode([]any{result}); err != nil {
		log.Fatal(err)
	}
}
