module tools

go 1.24

require github.com/mongodb/mongo-tools v0.0.0-20240724183527-6d4f001be3fc
